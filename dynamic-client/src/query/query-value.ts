/**
 * The values of queries: JSON whose integers are exact.
 *
 * @module
 */

/** A value of a query. Fields of 64-bit types are `bigint`, because a `number` is exact only up to 2^53. */
export type QueryValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly QueryValue[]
  | { readonly [name: string]: QueryValue };

/** The name of a type in JMESPath. */
export type QueryType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** Returns the type of a value. */
export function queryType(value: QueryValue): QueryType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "bigint" ? "number" : (type as QueryType);
}

/** Whether a value is an object. */
export function isQueryObject(value: QueryValue): value is { readonly [name: string]: QueryValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is an array. */
export function isQueryArray(value: QueryValue): value is readonly QueryValue[] {
  return Array.isArray(value);
}

/** Whether a value is a number of either kind. */
export function isQueryNumber(value: QueryValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Whether a condition is false: `null`, `false`, and empty text, arrays and objects. */
export function isFalse(value: QueryValue): boolean {
  if (value === null || value === false || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isQueryObject(value) && Object.keys(value).length === 0;
}
