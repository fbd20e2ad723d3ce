import { DynamicTable } from "./dynamic-table.js";
import { defaultTableBytes } from "./header-decoder.js";
import { huffmanLength, writeHuffman } from "./huffman.js";
import { entryOverhead, staticTable } from "./static-table.js";

/** The indexes of the static table by name, and by name and value. */
const names = new Map<string, number>();
const pairs = new Map<string, number>();
for (const [at, [name, value]] of staticTable.entries()) {
  if (!names.has(name)) names.set(name, at + 1);
  pairs.set(`${name}\0${value}`, at + 1);
}

/** The header whose value differs in nearly every call: it is never added to the table. */
const timeoutHeader = "grpc-timeout";

/** Values of a header that are remembered until they are sent again. A program calls a few methods with one token. */
const maxSeenValues = 32;

/** Shorter secrets are never indexed, since the compressed size would help to guess them (RFC 7541, section 7.1). */
const minIndexedSecretLength = 20;
const secretNames = new Set(["authorization", "proxy-authorization", "cookie"]);

/**
 * Encodes field blocks (HPACK, RFC 7541). A header is added to the dynamic table when the same value is sent for the
 * second time, and takes one or two bytes from then on. First values are not added, since most are never sent again.
 */
export class HeaderEncoder {
  readonly #table = new DynamicTable(defaultTableBytes, ([name, value]) => {
    this.#indexes.get(name)?.delete(value);
  });
  /** The number of each entry by name and value, counted from the first that was ever added. */
  readonly #indexes = new Map<string, Map<string, number>>();
  /** The last values of each header. */
  readonly #seen = new Map<string, Set<string>>();
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
    const index = pairs.get(`${name}\0${value}`) ?? this.#findIndex(name, value);
    if (index !== undefined) return this.#integer(0x80, 7, index);
    const known = names.get(name) ?? 0;
    if (this.#shouldIndex(name, value)) {
      this.#integer(0x40, 6, known);
      this.#add(name, value);
    } else {
      const isSecret = secretNames.has(name) && value.length < minIndexedSecretLength;
      this.#integer(isSecret ? 0x10 : 0, 4, known);
    }
    if (known === 0) this.#text(name);
    this.#text(value);
  }

  #findIndex(name: string, value: string): number | undefined {
    const number = this.#indexes.get(name)?.get(value);
    return number === undefined ? undefined : staticTable.length + this.#table.added - number;
  }

  #shouldIndex(name: string, value: string): boolean {
    if (name === timeoutHeader || (secretNames.has(name) && value.length < minIndexedSecretLength))
      return false;
    const seen = this.#seen.get(name) ?? new Set<string>();
    if (seen.has(value)) return true;
    if (seen.size === 0) this.#seen.set(name, seen);
    else if (seen.size === maxSeenValues) seen.clear();
    seen.add(value);
    return false;
  }

  #add(name: string, value: string): void {
    const number = this.#table.added;
    this.#table.add([name, value]);
    if (this.#table.added === number) return;
    const values = this.#indexes.get(name) ?? new Map<string, number>();
    this.#indexes.set(name, values.set(value, number));
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
