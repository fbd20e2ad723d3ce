/**
 * 64-bit integers as the two halves in which they are read and written. The halves and the whole share their
 * bytes, so that none is computed from the other; bigint arithmetic costs many times more.
 */
const words = new Uint32Array(2);
const signed = new BigInt64Array(words.buffer);
const unsigned = new BigUint64Array(words.buffer);

/** Which of the words is the lower one: the first, on all machines but a few. */
const low = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1;
const high = 1 - low;

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
 * @throws RangeError where it has more than 64 bits.
 */
export function splitInt64(value: bigint): void {
  signed[0] = value;
  if (signed[0] !== value) throw outOfRange("int64", value);
}

/**
 * Splits an unsigned integer.
 * @throws RangeError where it is negative or has more than 64 bits.
 */
export function splitUint64(value: bigint): void {
  unsigned[0] = value;
  if (unsigned[0] !== value) throw outOfRange("uint64", value);
}

/** The error for a number that the wire has no room for. */
export function outOfRange(type: string, value: unknown): RangeError {
  return new RangeError(`invalid ${type}: ${String(value)}`);
}
