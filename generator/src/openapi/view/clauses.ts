import type { Code } from "../../code/code.js";

/** One condition of a guard: exactly one of these is there, the others are false. */
export interface ClauseView {
  /** `guard(subject)` */
  readonly test: { readonly guard: Code; readonly subject: Code } | false;
  /** `(subject === undefined || guard(subject))` */
  readonly optional: { readonly guard: Code; readonly subject: Code } | false;
  /** `(!kind(value) || guard(value))` */
  readonly unless: { readonly kind: Code; readonly guard: Code } | false;
  /** `isListOf(subject, guard)` */
  readonly list: { readonly guard: Code; readonly subject: Code } | false;
  /** `(subject === undefined || isListOf(subject, guard))` */
  readonly optionalList: { readonly guard: Code; readonly subject: Code } | false;
  /** One guard at least passes. */
  readonly any: readonly { readonly guard: Code }[] | false;
  /** Exactly one guard passes. */
  readonly one: readonly { readonly guard: Code }[] | false;
  /** `left operator right` */
  readonly compare: { readonly left: Code; readonly operator: Code; readonly right: Code } | false;
  /** `pattern.test(value)` */
  readonly pattern: Code | false;
  /** `isOneOf(value, list)` */
  readonly values: Code | false;
  /** `others(value, names)` is empty or passes. */
  readonly others: { readonly names: Code; readonly guard: Code | false } | false;
}

const none: ClauseView = {
  test: false,
  optional: false,
  unless: false,
  list: false,
  optionalList: false,
  any: false,
  one: false,
  compare: false,
  pattern: false,
  values: false,
  others: false,
};

/** A clause of one kind. */
export function clause(part: Partial<ClauseView>): ClauseView {
  return { ...none, ...part };
}
