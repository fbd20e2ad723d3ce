/**
 * Exact arithmetic for queries. Integers stay exact at any size; fractions are as exact as a `number`.
 *
 * @module
 */

/** A number of either kind. */
export type Numeric = number | bigint;

/** Compares two numbers exactly. Negative if the first is smaller. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function isInteger(value: Numeric): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** Adds numbers. The sum of integers is exact; it is a `bigint` if one of them is, or if a `number` cannot be exact. */
export function sumNumbers(values: readonly Numeric[]): Numeric {
  if (!values.every(isInteger)) return values.reduce<number>((sum, one) => sum + Number(one), 0);
  const sum = values.reduce<bigint>((all, one) => all + BigInt(one), 0n);
  const isNumber = values.every((one) => typeof one === "number") && Number.isSafeInteger(Number(sum));
  return isNumber ? Number(sum) : sum;
}

/** Divides a sum by a count. The quotient is exact if it is an integer. */
export function divideByCount(sum: Numeric, count: number): Numeric {
  if (typeof sum === "number") return sum / count;
  const by = BigInt(count);
  return sum % by === 0n ? sum / by : Number(sum / by) + Number(sum % by) / count;
}

/** Rounds a number. Integers are returned as they are. */
export function roundNumber(value: Numeric, round: (value: number) => number): Numeric {
  return typeof value === "bigint" ? value : round(value);
}

/** Returns the absolute value. */
export function absoluteNumber(value: Numeric): Numeric {
  return value < 0 ? -value : value;
}

const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a JSON number. Integers beyond 2^53 become `bigint`. Returns undefined if the text is not a number. */
export function parseNumber(text: string): Numeric | undefined {
  if (!numberText.test(text)) return undefined;
  const value = Number(text);
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)) return BigInt(text);
  return Number.isFinite(value) ? value : undefined;
}
