/**
 * Tables of rules: what an API states about the values of messages (docs/conventions.md, section 9), as generated
 * code writes it beside field tables. `check` reads them.
 */

/** The rules of messages, by full name: of all messages that have rules, or hold messages that have some. */
export interface RuleTables {
  readonly [typeName: string]: MessageRules;
}

/** The rules of one message. */
export interface MessageRules {
  /** Rules of its fields, by proto name. */
  readonly fields?: { readonly [name: string]: FieldRules };
  /** Names of the oneofs that must have a member. */
  readonly oneofs?: readonly string[];
  /** Fields of which at most one may be set; with `true`, one must be. */
  readonly choices?: readonly (readonly [fields: readonly string[], isRequired: boolean])[];
  /** Rules over several fields. */
  readonly cel?: readonly CelRow[];
}

/** A rule in CEL (https://cel.dev): its text for people is empty if the expression makes it. */
export type CelRow = readonly [id: string, message: string, expression: string];

/** The rules of a value: of a field, of the elements of a list, of the keys or the values of a map. */
export interface ValueRules {
  /** The type of values that the rules are for, in the words of `buf.validate`: `string`, `repeated`, `timestamp`. */
  readonly kind?: string;
  /** The rules by name, such as `max_len`. Times are nanoseconds; bytes are text with a character for each. */
  readonly rules?: { readonly [name: string]: RuleValue };
  /** Values for which the rules do not count: those that are not set or zero, also if zero is set, or all. */
  readonly ignore?: "zero" | "default" | "always";
  /** Rules of the elements of a list. */
  readonly items?: ValueRules;
  /** Rules of the keys of a map. */
  readonly keys?: ValueRules;
  /** Rules of the values of a map. */
  readonly values?: ValueRules;
  /** Rules in CEL. */
  readonly cel?: readonly CelRow[];
  /** There are more rules, which the server alone decides. */
  readonly left?: true;
}

/** The rules of a field. */
export interface FieldRules extends ValueRules {
  /** It must be set, as the rules of the API say, as `field_behavior` alone says, or as the label of proto2 says. */
  readonly required?: "rule" | "behavior" | "label";
  /** A server may fill it, or may not tell it from one that is set: a call without it is sent all the same. */
  readonly lenient?: true;
}

/** The value of a rule. */
export type RuleValue = string | number | bigint | boolean | readonly (string | number | bigint)[];

/** Loads the rules of a message type and of all that it holds: the module that the generator has written for them. */
export type LoadRules = () => Promise<{ readonly rules: RuleTables }>;
