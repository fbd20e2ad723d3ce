import { halfPairText, isWellFormed } from "../../base/text/well-formed.js";
import { maxShortAsciiLength, readShortAscii } from "./ascii.js";
import { hasOtherEnd, maxAsciiLength, readLongerAscii } from "./longer-ascii.js";
import { maxShortUtf8Length, readShortUtf8 } from "./utf8.js";
import { varintLength } from "./varint-length.js";

const strict = /*@__PURE__*/ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = /*@__PURE__*/ new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = /*@__PURE__*/ new TextEncoder();
const nodeBuffer = globalThis.Buffer as typeof Buffer | undefined;

/**
 * Text from its UTF-8.
 * @throws TypeError if the bytes are not UTF-8.
 */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length > maxAsciiLength) return readLongText(bytes, start, end);
  const ascii =
    length <= maxShortAsciiLength
      ? readShortAscii(bytes, start, length)
      : readLongerAscii(bytes, start, length);
  return ascii ?? readShortUtf8(bytes, start, end) ?? decodeText(bytes, start, end);
}

/** Reads text of up to 96 bytes that begins or ends outside ASCII. The decoder is faster for all other long text. */
function readLongText(bytes: Uint8Array, start: number, end: number): string {
  const isShort = end - start <= maxShortUtf8Length && hasOtherEnd(bytes, start, end);
  return (isShort ? readShortUtf8(bytes, start, end) : undefined) ?? decodeText(bytes, start, end);
}

/** Stands for what is not UTF-8; a text may have it all the same. */
const replacement = "\ufffd";

function decodeText(bytes: Uint8Array, start: number, end: number): string {
  if (nodeBuffer) {
    // Faster than a decoder, which is asked only about text that may not be UTF-8.
    const text = asBuffer(bytes, nodeBuffer).toString("utf8", start, end);
    if (!text.includes(replacement)) return text;
  }
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch (error) {
    throw new TypeError("text that is not UTF-8", { cause: error });
  }
}

/** Returns the bytes as a Buffer, which those of a connection or a file are already. */
function asBuffer(bytes: Uint8Array, NodeBuffer: typeof Buffer): Buffer {
  return bytes instanceof NodeBuffer ? bytes : NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Text from its UTF-8, with replacement characters for what is none. */
export function readUncheckedText(bytes: Uint8Array, start: number, end: number): string {
  return lenient.decode(bytes.subarray(start, end));
}

/** A buffer to write into. */
export interface WriteBuffer {
  readonly bytes: Uint8Array;
  /** The same bytes as a Buffer on Node, which writes text without a new view. */
  readonly buffer: { write(text: string, offset: number): number } | undefined;
}

/** Minimum length of text whose bytes are counted before space is allocated. */
const longCharacters = 1 << 16;

/** Returns the maximum number of bytes of a text with its length prefix. */
export function maxEncodedBytes(text: string): number {
  const { length } = text;
  return 5 + (nodeBuffer && length > longCharacters ? nodeBuffer.byteLength(text) : 3 * length);
}

/** Creates a buffer of a size in bytes. */
export function createBuffer(size: number): WriteBuffer {
  const bytes = new Uint8Array(size);
  return { bytes, buffer: nodeBuffer?.from(bytes.buffer) };
}

/**
 * Writes text that is long, or not ASCII, behind its length. The buffer must have space for {@link maxEncodedBytes}.
 * @returns the position after it
 * @throws TypeError for half of a surrogate pair.
 */
export function writeLongText({ bytes, buffer }: WriteBuffer, start: number, text: string): number {
  // Nearly all text takes as many bytes for its length as it would as ASCII.
  const guessed = varintLength(text.length);
  const written = buffer
    ? buffer.write(text, start + guessed)
    : encoder.encodeInto(text, bytes.subarray(start + guessed)).written;
  // Text of as many bytes as characters is ASCII.
  if (written !== text.length && !isWellFormed(text)) throw new TypeError(halfPairText);
  const needed = varintLength(written);
  if (needed !== guessed) bytes.copyWithin(start + needed, start + guessed, start + guessed + written);
  let rest = written;
  let at = start;
  for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at] = rest;
  return start + needed + written;
}
