/**
 * The room of rules: what an API states about the values of its fields, whoever states it. This file has the
 * words of the answer; `statements.ts` gives it. The meaning of a rule is defined elsewhere: by protovalidate
 * (https://protovalidate.com/reference/rules), AIP-203 and proto2.
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
  /** Why it is left to the server; undefined where clients can check it. */
  readonly whyLeft: string | undefined;
}

/** A rule that is an expression in CEL (https://cel.dev). */
export interface CelRule {
  /** Its name; of an expression alone, the expression. */
  readonly id: string;
  /** The text for people if it is not met; empty if the expression makes it. */
  readonly message: string;
  readonly expression: string;
}

/** A rule that is left to the server: what it is called, and why nobody else checks it. */
export interface LeftRule {
  /** `string.pattern`, `cel:name.unique`, `validate.rules`. */
  readonly rule: string;
  readonly why: string;
}

/** For which values rules do not count: those that are not set or zero, also where zero is set, or all. */
export type Ignore = "zero" | "default" | "always";

/** Statements about the value of a field, or about each value of a list or a map. */
export interface ValueRules {
  /** For which type of values the rules are, in the words of `buf.validate`: `string`, `repeated`, `timestamp`. */
  readonly kind: string | undefined;
  readonly ignore: Ignore | undefined;
  /** The rules, in the order in which `buf.validate` declares them. */
  readonly rules: readonly Rule[];
  /** Values that the API gives as examples. */
  readonly examples: readonly RuleValue[];
  /** Rules of the elements of a list. */
  readonly items: ValueRules | undefined;
  /** Rules of the keys of a map. */
  readonly keys: ValueRules | undefined;
  /** Rules of the values of a map. */
  readonly values: ValueRules | undefined;
  readonly cel: readonly CelRule[];
  /** Other statements, which were not read. */
  readonly unread: readonly LeftRule[];
}

/** The statement by which a field is required: proto2's label, `field_behavior`, or `(buf.validate.field).required`. */
export type RequiredBy = "proto2" | "field_behavior" | "buf.validate";

/** All that an API states about a field. */
export interface StatedField {
  /** Values of `field_behavior`, by simple name. */
  readonly behaviors: readonly string[];
  /** The value is shown to nobody. */
  readonly isSecret: boolean;
  /** The statements by which it is required; empty if it is not. */
  readonly requiredBy: readonly RequiredBy[];
  /** It is required, and a server may take a request without it: it fills the field, or cannot tell that it is not set. */
  readonly isLenient: boolean;
  readonly rules: ValueRules;
}

/** All that an API states about a oneof. */
export interface StatedOneof {
  /** Values of `oneof_behavior`, by simple name. */
  readonly behaviors: readonly string[];
  /** One of its members must be set. */
  readonly isRequired: boolean;
  /** Other statements, which were not read. */
  readonly unread: readonly LeftRule[];
}

/** A rule of a message over several of its fields: at most one of them is set, or exactly one. */
export interface Choice {
  /** Proto names. */
  readonly fields: readonly string[];
  readonly isRequired: boolean;
}

/** All that an API states about a message as a whole. */
export interface StatedMessage {
  /** `(buf.validate.message).oneof`. */
  readonly choices: readonly Choice[];
  readonly cel: readonly CelRule[];
  /** Other statements, which were not read. */
  readonly unread: readonly LeftRule[];
}
