import { isLittleEndian } from "./byte-order.js";

/**
 * 64-bit integers as the two halves in which they are read and written. The halves and the whole share their
 * bytes, so that none is computed from the other; bigint arithmetic costs many times more.
 */
const memory = /*@__PURE__*/ new ArrayBuffer(8);
const words = /*@__PURE__*/ new Uint32Array(memory);
const signed = /*@__PURE__*/ new BigInt64Array(memory);
const unsigned = /*@__PURE__*/ new BigUint64Array(memory);

/** Which of the words is the lower one, and which the upper. */
const low = isLittleEndian ? 0 : 1;
const high = isLittleEndian ? 1 : 0;

/** The signed integer of two halves. */
export function int64Of(lower: number, upper: number): bigint {
  words[low] = lower;
  words[high] = upper;
  return signed[0] ?? 0n;
}

/** The unsigned integer of two halves. */
export function uint64Of(lower: number, upper: number): bigint {
  words[low] = lower;
  words[high] = upper;
  return unsigned[0] ?? 0n;
}

/** The lower half of the integer that was split last. */
export function lowerHalf(): number {
  return words[low] ?? 0;
}

/** The upper half of the integer that was split last. */
export function upperHalf(): number {
  return words[high] ?? 0;
}

/**
 * Splits a signed integer.
 * @throws RangeError if it has more than 64 bits.
 */
export function splitInt64(value: bigint): void {
  signed[0] = value;
  if (signed[0] !== value) throw outOfRange("int64", value);
}

/**
 * Splits an unsigned integer.
 * @throws RangeError if it is negative or has more than 64 bits.
 */
export function splitUint64(value: bigint): void {
  unsigned[0] = value;
  if (unsigned[0] !== value) throw outOfRange("uint64", value);
}

/** The error for a number that the wire has no room for. */
export function outOfRange(type: string, value: unknown): RangeError {
  return new RangeError(`invalid ${type}: ${String(value)}`);
}
