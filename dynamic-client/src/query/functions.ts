/**
 * The functions of JMESPath. Their arguments have been checked by {@link typeFault}.
 *
 * @module
 */
import type { Budget } from "./budget.js";
import { compareValues, isEqual } from "./compare.js";
import {
  absoluteNumber,
  divideByCount,
  type Numeric,
  parseNumber,
  roundNumber,
  sumNumbers,
} from "./numbers.js";
import { isQueryObject, queryType, type QueryValue } from "./query-value.js";
import type { FunctionName } from "./signatures.js";

/** The functions whose arguments are values. The evaluation applies those that take an expression. */
export type PlainFunctionName = Exclude<FunctionName, "map" | "max_by" | "min_by" | "sort_by">;

type Values = readonly QueryValue[];
type PlainFunction = (args: Values, budget: Budget) => QueryValue;

const list = (value: QueryValue | undefined): Values => value as Values;
const text = (value: QueryValue | undefined): string => value as string;
const number = (value: QueryValue | undefined): Numeric => value as Numeric;

/** The functions by name. */
export const functions: Readonly<Record<PlainFunctionName, PlainFunction>> = {
  abs: ([value]) => absoluteNumber(number(value)),
  avg: ([values]) => {
    const all = list(values) as readonly Numeric[];
    return all.length === 0 ? null : divideByCount(sumNumbers(all), all.length);
  },
  ceil: ([value]) => roundNumber(number(value), Math.ceil),
  contains: ([all, one = null], budget) =>
    typeof all === "string"
      ? typeof one === "string" && all.includes(one)
      : list(all).some((value) => isEqual(value, one, budget)),
  ends_with: ([value, end]) => text(value).endsWith(text(end)),
  floor: ([value]) => roundNumber(number(value), Math.floor),
  join: ([glue, texts], budget) => {
    const all = list(texts) as readonly string[];
    budget.spend(all.reduce((sum, one) => sum + one.length + text(glue).length, 0));
    return all.join(text(glue));
  },
  keys: ([value]) => Object.keys(value as object),
  length: ([value]) => lengthOf(value ?? null),
  max: ([values], budget) => pick(list(values), list(values), budget, (order) => order > 0),
  merge: (objects, budget) => {
    budget.spend(objects.reduce<number>((sum, one) => sum + Object.keys(one as object).length, 0));
    return Object.fromEntries(
      objects.flatMap((one) => Object.entries(one as Readonly<Record<string, QueryValue>>)),
    );
  },
  min: ([values], budget) => pick(list(values), list(values), budget, (order) => order < 0),
  not_null: (values) => values.find((one) => one !== null) ?? null,
  reverse: ([value]) =>
    typeof value === "string" ? [...value].toReversed().join("") : list(value).toReversed(),
  sort: ([values], budget) => sortByKeys(list(values), list(values), budget),
  starts_with: ([value, start]) => text(value).startsWith(text(start)),
  sum: ([values]) => sumNumbers(list(values) as readonly Numeric[]),
  to_array: ([value = null]) => (Array.isArray(value) ? value : [value]),
  to_number: ([value = null]) => {
    if (typeof value === "string") return parseNumber(value) ?? null;
    return queryType(value) === "number" ? value : null;
  },
  to_string: ([value = null], budget) => {
    if (typeof value === "string" || typeof value === "bigint") return String(value);
    budget.requireSize(value);
    return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one));
  },
  type: ([value = null]) => queryType(value),
  values: ([value]) => Object.values(value as Readonly<Record<string, QueryValue>>),
};

function lengthOf(value: QueryValue): number {
  // The specification counts characters.
  if (typeof value === "string") return [...value].length;
  return isQueryObject(value) ? Object.keys(value).length : list(value).length;
}

/** Returns the value with the best key, the first of several. Null if there are no values. */
export function pick(
  values: Values,
  keys: Values,
  budget: Budget,
  isBetter: (order: number) => boolean,
): QueryValue {
  budget.spend(values.length);
  let best = 0;
  for (const at of values.keys())
    if (isBetter(compareValues(keys[at] ?? null, keys[best] ?? null))) best = at;
  return values[best] ?? null;
}

/** Sorts values stably by their keys, which are all numbers or all text. */
export function sortByKeys(values: Values, keys: Values, budget: Budget): Values {
  budget.spend(values.length * Math.max(1, Math.ceil(Math.log2(values.length + 1))));
  return [...values.keys()]
    .toSorted((a, b) => compareValues(keys[a] ?? null, keys[b] ?? null))
    .map((at) => values[at] ?? null);
}
