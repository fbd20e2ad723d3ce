import type { Budget } from "./budget.js";
import { compareNumbers } from "./numbers.js";
import { isQueryArray, isQueryNumber, isQueryObject, type QueryValue } from "./query-value.js";

/** Compares two numbers by value, or two texts by code points. Values of different types are equal. */
export function compareValues(a: QueryValue, b: QueryValue): number {
  if (isQueryNumber(a) && isQueryNumber(b)) return compareNumbers(a, b);
  return typeof a === "string" && typeof b === "string" ? compareText(a, b) : 0;
}

/** Compares texts by code points. JavaScript's own order is that of UTF-16 units. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Whether two values are equal. Numbers are compared by value, and objects without regard to order. */
export function isEqual(a: QueryValue, b: QueryValue, budget: Budget): boolean {
  budget.spend(1);
  if (isQueryNumber(a) && isQueryNumber(b)) return compareNumbers(a, b) === 0;
  if (isQueryArray(a) && isQueryArray(b))
    return a.length === b.length && a.every((one, at) => isEqual(one, b[at] ?? null, budget));
  if (!isQueryObject(a) || !isQueryObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name] ?? null, b[name] ?? null, budget))
  );
}
