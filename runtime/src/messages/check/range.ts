import { toComparable, type Test } from "./rule-tests.js";
import type { RuleValue } from "../table/rules.js";

/** The bounds of a value as one rule, as in protovalidate: `gte_lt`. */
export interface Range {
  /** Its name: `gt`, `lte`, `gte_lt`. `gt_lt_exclusive` excludes the values between the bounds. */
  readonly name: string;
  readonly test: Test;
  /** The bounds, the lower one first. */
  readonly limit: readonly (string | number | bigint)[];
}

/** A bound with the name of its rule: `gte`. */
type Bound = readonly [name: string, limit: RuleValue];

/** The names of the rules that are bounds. */
export const boundNames: readonly string[] = ["gt", "gte", "lt", "lte"];

/** Combines the bounds among rules. An upper bound below the lower one means all values that are not between them. */
export function combineBounds(rules: { readonly [name: string]: RuleValue }): Range | undefined {
  const find = (...names: string[]): Bound | undefined =>
    names.flatMap((name): Bound[] => (rules[name] === undefined ? [] : [[name, rules[name]]]))[0];
  const lower = find("gt", "gte");
  const upper = find("lt", "lte");
  if (!lower && !upper) return undefined;
  const isOutside = lower !== undefined && upper !== undefined && upper[1] < lower[1];
  const name = [lower?.[0], upper?.[0], isOutside && "exclusive"].filter(Boolean).join("_");
  const [isAfter, isBefore] = [lower?.[0] === "gt", upper?.[0] === "lt"];
  const [min, max] = [lower?.[1], upper?.[1]];
  const test: Test = (given) => {
    const value = toComparable(given) as RuleValue;
    const isAbove = min === undefined || (isAfter ? value > min : value >= min);
    const isBelow = max === undefined || (isBefore ? value < max : value <= max);
    return isOutside ? isAbove || isBelow : isAbove && isBelow;
  };
  const limit = [lower, upper].flatMap((bound) => (bound ? [bound[1] as number | bigint] : []));
  return { name, test, limit };
}
