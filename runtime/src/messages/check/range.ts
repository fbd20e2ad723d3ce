import { comparable, type Test } from "./rule-tests.js";
import type { RuleValue } from "../table/rules.js";

/** The bounds of a value as one rule, as protovalidate has them: `gte_lt`. */
export interface Range {
  /** Its name: `gt`, `lte`, `gte_lt`; of what must be outside, `gt_lt_exclusive`. */
  readonly name: string;
  readonly test: Test;
  /** The bounds, the lower one first. */
  readonly limit: readonly (string | number | bigint)[];
}

/** One bound by its rule: `gte`. */
type Bound = readonly [name: string, limit: RuleValue];

/** Names of the rules that are bounds. */
export const boundNames: readonly string[] = ["gt", "gte", "lt", "lte"];

/** The range that the bounds among some rules make. An upper bound under the lower one means all that is not between them. */
export function rangeOf(rules: { readonly [name: string]: RuleValue }): Range | undefined {
  const find = (...names: string[]): Bound | undefined =>
    names.flatMap((name): Bound[] => (rules[name] === undefined ? [] : [[name, rules[name]]]))[0];
  const lower = find("gt", "gte");
  const upper = find("lt", "lte");
  if (!lower && !upper) return undefined;
  const isOutside = lower !== undefined && upper !== undefined && upper[1] < lower[1];
  const name = [lower?.[0], upper?.[0], isOutside && "exclusive"].filter(Boolean).join("_");
  const [isAfter, isBefore] = [lower?.[0] === "gt", upper?.[0] === "lt"];
  const [least, most] = [lower?.[1], upper?.[1]];
  const test: Test = (given) => {
    const value = comparable(given) as RuleValue;
    const isAbove = least === undefined || (isAfter ? value > least : value >= least);
    const isBelow = most === undefined || (isBefore ? value < most : value <= most);
    return isOutside ? isAbove || isBelow : isAbove && isBelow;
  };
  const limit = [lower, upper].flatMap((bound) => (bound ? [bound[1] as number | bigint] : []));
  return { name, test, limit };
}
