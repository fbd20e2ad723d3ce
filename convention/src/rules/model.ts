/**
 * The annotations of fields, oneofs and messages as data. `annotations.ts` reads them. protovalidate
 * (https://protovalidate.com/reference/rules), AIP-203 and proto2 define what a rule means.
 *
 * @module
 */

/** The value of a rule. Durations and timestamps are nanoseconds, masks are lists of paths. */
export type RuleValue = string | number | bigint | boolean | Uint8Array | readonly RuleValue[];

/** A rule on one value: `max_len` with 63. */
export interface Rule {
  /** Its name in `buf.validate`: `max_len`, `gte`, `well_known_regex.header_name`. */
  readonly name: string;
  /** Its value; of `well_known_regex`, whether it is strict. */
  readonly value: RuleValue;
  /** The reason why only the server checks the rule. Undefined if clients can check it. */
  readonly uncheckedReason: string | undefined;
}

/** Returns the value of the rule of a name as a number. Undefined if the rules do not include it. */
export function readRuleNumber(rules: readonly Rule[], name: string): number | undefined {
  const value = rules.find((rule) => rule.name === name)?.value;
  return value === undefined ? undefined : Number(value);
}

/** A rule that is an expression in CEL (https://cel.dev). */
export interface CelRule {
  /** The ID of the rule, or its expression if it has no ID. */
  readonly id: string;
  /** The text of a violation. Empty if the expression returns the text. */
  readonly message: string;
  readonly expression: string;
}

/** A rule that clients do not check, and the reason. */
export interface UncheckedRule {
  /** `string.pattern`, `cel:name.unique`, `validate.rules`. */
  readonly rule: string;
  readonly reason: string;
}

/** The values to which rules do not apply: those that are not set or zero, also an explicit zero, or all. */
export type Ignore = "zero" | "default" | "always";

/** The validation rules of a field's value, or of each value of a list or map. */
export interface ValueRules {
  /** The type of values to which the rules apply, as `buf.validate` names it: `string`, `repeated`, `timestamp`. */
  readonly kind: string | undefined;
  readonly ignore: Ignore | undefined;
  /** The rules, in the order in which `buf.validate` declares them. */
  readonly rules: readonly Rule[];
  /** Example values of the API. */
  readonly examples: readonly RuleValue[];
  /** Rules of the elements of a list. */
  readonly items: ValueRules | undefined;
  /** Rules of the keys of a map. */
  readonly keys: ValueRules | undefined;
  /** Rules of the values of a map. */
  readonly values: ValueRules | undefined;
  readonly cel: readonly CelRule[];
  /** Rules that this version does not support. */
  readonly unsupported: readonly UncheckedRule[];
}

/** The annotation that requires a field: proto2's label, `field_behavior`, or `(buf.validate.field).required`. */
export type RequiredBy = "proto2" | "field_behavior" | "buf.validate";

/** The annotations of a field. */
export interface FieldAnnotations {
  /** Values of `field_behavior`, by simple name. */
  readonly behaviors: readonly string[];
  /** Whether the value must not be printed. */
  readonly isSecret: boolean;
  /** Whether the value gives access (option `credentials`). */
  readonly isCredential: boolean;
  /** The annotations that require the field. Empty if it is not required. */
  readonly requiredBy: readonly RequiredBy[];
  /**
   * Whether the field is required, but a server may accept a request without it, because the server sets the field or cannot
   * distinguish an unset value from zero.
   */
  readonly isOptionalInRequests: boolean;
  readonly rules: ValueRules;
}

/** The annotations of a oneof. */
export interface OneofAnnotations {
  /** Values of `oneof_behavior`, by simple name. */
  readonly behaviors: readonly string[];
  /** One of its members must be set. */
  readonly isRequired: boolean;
  /** Rules that this version does not support. */
  readonly unsupported: readonly UncheckedRule[];
}

/** A rule of a message over several of its fields: at most one of them is set, or exactly one. */
export interface Choice {
  /** Proto names. */
  readonly fields: readonly string[];
  readonly isRequired: boolean;
}

/** The annotations of a message as a whole. */
export interface MessageAnnotations {
  /** `(buf.validate.message).oneof`. */
  readonly choices: readonly Choice[];
  readonly cel: readonly CelRule[];
  /** Rules that this version does not support. */
  readonly unsupported: readonly UncheckedRule[];
}
