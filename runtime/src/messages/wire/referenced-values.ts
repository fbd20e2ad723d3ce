/** A value, and its place in the output of the writer. */
interface ReferencedValue {
  at: number;
  readonly bytes: Uint8Array;
}

/**
 * The large values of `bytes` fields that a writer refers to. A copy of each would double the memory of a large message,
 * and another one moves it when the length before it is known.
 */
export class ReferencedValues {
  readonly #values: ReferencedValue[] = [];

  /** Adds a value behind what was written so far. */
  add(at: number, bytes: Uint8Array): void {
    this.#values.push({ at, bytes });
  }

  /** Returns the number of bytes of the values from a place on. */
  lengthFrom(start: number): number {
    let length = 0;
    for (const { bytes } of this.#from(start)) length += bytes.byteLength;
    return length;
  }

  /** Notes that the output moves from a place on. */
  move(start: number, by: number): void {
    for (const value of this.#from(start)) value.at += by;
  }

  /** Returns the output and the values in their order. */
  joinWith(output: Uint8Array): Uint8Array[] {
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const { at, bytes } of this.#values) {
      parts.push(output.subarray(from, at), bytes);
      from = at;
    }
    if (from < output.length) parts.push(output.subarray(from));
    return parts;
  }

  /** The last values come first, since messages inside others end before those. */
  *#from(start: number): Iterable<ReferencedValue> {
    for (let index = this.#values.length - 1; index >= 0; index--) {
      const value = this.#values[index];
      if (!value || value.at < start) return;
      yield value;
    }
  }
}

/** Joins parts in one array. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
