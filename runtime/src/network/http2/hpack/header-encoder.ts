import { DynamicTable } from "./dynamic-table.js";
import { defaultTableBytes } from "./header-decoder.js";
import { huffmanLength, writeHuffman } from "./huffman.js";
import { entryOverhead, staticTable } from "./static-table.js";

/** The entries of the static table with a name: the index of the first one, and the index of each value. */
interface StaticIndexes {
  readonly index: number;
  readonly values: Map<string, number>;
}

const staticIndexes = new Map<string, StaticIndexes>();
for (const [at, [name, value]] of staticTable.entries()) {
  const known = staticIndexes.get(name) ?? { index: at + 1, values: new Map<string, number>() };
  staticIndexes.set(name, known);
  known.values.set(value, at + 1);
}

/** A value of a header that was sent. */
interface SentValue {
  readonly value: string;
  /** The number of its entry in the dynamic table, counted from the first that was ever added; undefined if it has none. */
  number: number | undefined;
}

/** The header whose value differs in nearly every call: it is never added to the table. */
const timeoutHeader = "grpc-timeout";

/** Values of a header that are remembered until they are sent again. A program calls a few methods with one token. */
const maxSentValues = 32;

/** Shorter secrets are never indexed, since the compressed size would help to guess them (RFC 7541, section 7.1). */
const minIndexedSecretLength = 20;
const secretNames = new Set(["authorization", "proxy-authorization", "cookie"]);

/**
 * Encodes field blocks (HPACK, RFC 7541). A header is added to the dynamic table when the same value is sent for the
 * second time, and takes one or two bytes from then on. First values are not added, since most are never sent again.
 */
export class HeaderEncoder {
  readonly #table = new DynamicTable(defaultTableBytes, ([name, value]) => this.#forget(name, value));
  /** The values of each header that are in the table, and the last others. */
  readonly #sent = new Map<string, SentValue[]>();
  /** Size updates for the beginning of the next block: the smallest size since the last block, and the current one. */
  #pendingSizes: number[] = [];
  #bytes = Buffer.allocUnsafeSlow(1_024);
  #offset = 0;

  /** Applies SETTINGS_HEADER_TABLE_SIZE of the server, in bytes. */
  resize(bytes: number): void {
    const size = Math.min(bytes, defaultTableBytes);
    if (size === this.#table.maxSize) return;
    const smallest = Math.min(size, ...this.#pendingSizes);
    this.#pendingSizes = smallest < size ? [smallest, size] : [size];
    this.#table.resize(size);
  }

  /** Encodes a list of headers. The next call overwrites the result. */
  encode(headers: Iterable<readonly [name: string, value: string]>): Uint8Array {
    this.#offset = 0;
    for (const size of this.#pendingSizes) {
      this.#reserve(8);
      this.#integer(0x20, 5, size);
    }
    if (this.#pendingSizes.length > 0) this.#pendingSizes = [];
    for (const [name, value] of headers) this.#write(name, value);
    return this.#bytes.subarray(0, this.#offset);
  }

  #write(name: string, value: string): void {
    this.#reserve(name.length + value.length + entryOverhead);
    const fixed = staticIndexes.get(name);
    const pair = fixed?.values?.get(value);
    if (pair !== undefined) return this.#integer(0x80, 7, pair);
    const sent = this.#sent.get(name)?.find((one) => one.value === value);
    if (sent?.number !== undefined)
      return this.#integer(0x80, 7, staticTable.length + this.#table.added - sent.number);
    const isSecret = secretNames.has(name) && value.length < minIndexedSecretLength;
    const index = fixed?.index ?? 0;
    if (sent) {
      this.#integer(0x40, 6, index);
      this.#add(name, sent);
    } else {
      this.#integer(isSecret ? 0x10 : 0, 4, index);
      if (!isSecret && name !== timeoutHeader) this.#remember(name, value);
    }
    if (index === 0) this.#text(name);
    this.#text(value);
  }

  #remember(name: string, value: string): void {
    const sent = { value, number: undefined };
    const values = this.#sent.get(name);
    // Most headers have one value. An array that grows has room for many more, in each connection.
    if (!values || values.length === 0) return void this.#sent.set(name, [sent]);
    const kept = values.length < maxSentValues ? values : values.filter(({ number }) => number !== undefined);
    kept.push(sent);
    this.#sent.set(name, kept);
  }

  #add(name: string, sent: SentValue): void {
    const number = this.#table.added;
    this.#table.add([name, sent.value]);
    if (this.#table.added > number) sent.number = number;
  }

  #forget(name: string, value: string): void {
    const values = this.#sent.get(name)?.filter((one) => one.value !== value) ?? [];
    this.#sent.set(name, values);
  }

  #text(text: string): void {
    const length = huffmanLength(text);
    if (length < text.length) {
      this.#integer(0x80, 7, length);
      this.#offset = writeHuffman(text, this.#bytes, this.#offset);
    } else {
      this.#integer(0, 7, text.length);
      this.#offset += this.#bytes.write(text, this.#offset, "latin1");
    }
  }

  #integer(flags: number, bits: number, value: number): void {
    const max = (1 << bits) - 1;
    if (value < max) return void (this.#bytes[this.#offset++] = flags | value);
    this.#bytes[this.#offset++] = flags | max;
    let left = value - max;
    for (; left >= 128; left >>>= 7) this.#bytes[this.#offset++] = (left & 0x7f) | 0x80;
    this.#bytes[this.#offset++] = left;
  }

  #reserve(count: number): void {
    if (this.#offset + count <= this.#bytes.byteLength) return;
    const larger = Buffer.allocUnsafeSlow((this.#offset + count) * 2);
    this.#bytes.copy(larger, 0, 0, this.#offset);
    this.#bytes = larger;
  }
}
