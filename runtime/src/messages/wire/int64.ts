import { isLittleEndian } from "./byte-order.js";

/**
 * 64-bit integers and their halves, in which they are read and written. Both share their bytes, because computing one from the
 * other with bigint arithmetic is many times slower.
 */
const memory = /*@__PURE__*/ new ArrayBuffer(8);
const words = /*@__PURE__*/ new Uint32Array(memory);
const signed = /*@__PURE__*/ new BigInt64Array(memory);
const unsigned = /*@__PURE__*/ new BigUint64Array(memory);

/** The indexes of the lower and the upper word. */
const low = isLittleEndian ? 0 : 1;
const high = isLittleEndian ? 1 : 0;

/** Joins two halves to a signed integer. */
export function joinInt64(lower: number, upper: number): bigint {
  words[low] = lower;
  words[high] = upper;
  return signed[0] ?? 0n;
}

/** Joins two halves to an unsigned integer. */
export function joinUint64(lower: number, upper: number): bigint {
  words[low] = lower;
  words[high] = upper;
  return unsigned[0] ?? 0n;
}

/** Whether a 64-bit integer is the default, which is not written. The writer refuses a value that is not a bigint. */
export function isZeroInt64(value: bigint): boolean {
  return value === 0n;
}

/** Returns the lower half of the most recently split integer. */
export function lowerHalf(): number {
  return words[low] ?? 0;
}

/** Returns the upper half of the most recently split integer. */
export function upperHalf(): number {
  return words[high] ?? 0;
}

/**
 * Splits a signed integer.
 * @throws RangeError if it has more than 64 bits.
 */
export function splitInt64(value: bigint): void {
  signed[0] = value;
  if (signed[0] !== value) throw outOfRangeError("int64", value);
}

/**
 * Splits an unsigned integer.
 * @throws RangeError if it is negative or has more than 64 bits.
 */
export function splitUint64(value: bigint): void {
  unsigned[0] = value;
  if (unsigned[0] !== value) throw outOfRangeError("uint64", value);
}

/** Creates the error for a number that is out of range. */
export function outOfRangeError(type: string, value: unknown): RangeError {
  return new RangeError(`invalid ${type}: ${String(value)}`);
}
