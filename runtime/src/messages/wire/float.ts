import { isLittleEndian } from "./byte-order.js";

/** Numbers with fractions, which are copied byte by byte: views of the bytes of a message need not be aligned. */
const memory = /*@__PURE__*/ new ArrayBuffer(8);
const memoryBytes = /*@__PURE__*/ new Uint8Array(memory);
const words = /*@__PURE__*/ new Int32Array(memory);
const double = /*@__PURE__*/ new Float64Array(memory);
const float = /*@__PURE__*/ new Float32Array(memory);

/** Whether a `float` or a `double` is the default, which is not written: -0 is another value. */
export function isPositiveZero(value: number): boolean {
  return Object.is(value, 0);
}

/** Reads a `double`. */
export function readDouble(bytes: Uint8Array, start: number): number {
  words[isLittleEndian ? 0 : 1] = readWord(bytes, start);
  words[isLittleEndian ? 1 : 0] = readWord(bytes, start + 4);
  return double[0] ?? 0;
}

/** Reads a `float`. */
export function readFloat(bytes: Uint8Array, start: number): number {
  words[0] = readWord(bytes, start);
  return float[0] ?? 0;
}

/** Four bytes as a number, the lowest first. */
export function readWord(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

/** Writes a `double`. */
export function writeDouble(bytes: Uint8Array, start: number, value: number): void {
  double[0] = value;
  for (let at = 0; at < 8; at++) bytes[start + at] = memoryBytes[isLittleEndian ? at : 7 - at] ?? 0;
}

/** Writes a `float`. */
export function writeFloat(bytes: Uint8Array, start: number, value: number): void {
  float[0] = value;
  for (let at = 0; at < 4; at++) bytes[start + at] = memoryBytes[isLittleEndian ? at : 3 - at] ?? 0;
}
