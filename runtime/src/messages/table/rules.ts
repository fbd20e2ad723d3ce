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
  /** Values that the rules ignore: those that are not set or zero, zero even if it is set, or all. */
  readonly ignore?: "zero" | "default" | "always";
  /** Rules of the elements of a list. */
  readonly items?: ValueRules;
  /** Rules of the keys of a map. */
  readonly keys?: ValueRules;
  /** Rules of the values of a map. */
  readonly values?: ValueRules;
  /** Rules in CEL. */
  readonly cel?: readonly CelRow[];
  /** Whether it has more rules, which only the server can evaluate. */
  readonly left?: true;
}

/** The rules of a field. */
export interface FieldRules extends ValueRules {
  /** Whether it is required, and by which statement: a rule, `field_behavior` alone, or the label of proto2. */
  readonly required?: "rule" | "behavior" | "label";
  /** Whether a call without it is sent anyway, because the server may set it or treat its default as set. */
  readonly lenient?: true;
}

/** The value of a rule. */
export type RuleValue = string | number | bigint | boolean | readonly (string | number | bigint)[];

/** Loads the rules of a message type and of all that it holds: the module that the generator has written for them. */
export type LoadRules = () => Promise<{ readonly rules: RuleTables }>;
