import { CompressionError, errorCodes, WireError } from "../wire-error.js";
import { DynamicTable } from "./dynamic-table.js";
import { readHuffman } from "./huffman.js";
import { entrySize, type HeaderPair, staticTable } from "./static-table.js";

/** The size of the table that a client allows a server without a word (RFC 9113, section 6.5.2). */
export const tableBytes = 4_096;

/** The limits of one block of headers. */
export interface HeaderLimits {
  /** Bytes of all headers, as RFC 9113 section 6.5.2 counts. */
  readonly bytes: number;
  readonly pairs: number;
}

/** Reads blocks of headers, in the order in which they came: each changes the table for the next (RFC 7541). */
export class HeaderDecoder {
  readonly #table = new DynamicTable(tableBytes);
  readonly #limits: HeaderLimits;
  #bytes: Buffer = Buffer.alloc(0);
  #place = 0;

  constructor(limits: HeaderLimits) {
    this.#limits = limits;
  }

  /**
   * The headers of a block, in order.
   *
   * @throws A CompressionError if it cannot be read; a WireError if there is more in it than the limits allow, which a
   *   few bytes can say many times over.
   */
  decode(block: Buffer): HeaderPair[] {
    this.#bytes = block;
    this.#place = 0;
    const pairs: HeaderPair[] = [];
    let size = 0;
    while (this.#place < block.byteLength) {
      const first = block[this.#place] ?? 0;
      if ((first & 0xe0) === 0x20) {
        this.#resize(pairs.length > 0);
        continue;
      }
      const pair = this.#pair(first);
      size += entrySize(pair);
      if (size > this.#limits.bytes || pairs.length === this.#limits.pairs) throw this.#tooMany();
      pairs.push(pair);
    }
    return pairs;
  }

  #pair(first: number): HeaderPair {
    if (first & 0x80) return this.#entry(this.#integer(7));
    const isAdded = (first & 0x40) !== 0;
    const index = this.#integer(isAdded ? 6 : 4);
    const name = index === 0 ? this.#text() : this.#entry(index)[0];
    const pair: HeaderPair = [name, this.#text()];
    if (isAdded) this.#table.add(pair);
    return pair;
  }

  #entry(index: number): HeaderPair {
    const entry =
      index <= staticTable.length ? staticTable[index - 1] : this.#table.at(index - staticTable.length - 1);
    if (entry) return entry;
    throw new CompressionError(`headers name entry ${index} of a table that does not have it`);
  }

  /** A new size of the table, at the beginning of a block alone (RFC 7541, section 4.2). */
  #resize(isLate: boolean): void {
    const size = this.#integer(5);
    if (isLate) throw new CompressionError("a block of headers resizes its table after its first header");
    if (size > tableBytes) {
      throw new CompressionError(`a table of ${size} bytes for headers; ${tableBytes} are allowed`);
    }
    this.#table.resize(size);
  }

  /** A number that begins with so many bits of the next byte (RFC 7541, section 5.1). */
  #integer(bits: number): number {
    const most = (1 << bits) - 1;
    let value = this.#next() & most;
    if (value < most) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#next();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new CompressionError("a number in a block of headers that is too long");
  }

  #text(): string {
    const isHuffman = (this.#bytes[this.#place] ?? 0) >= 0x80;
    const length = this.#integer(7);
    const from = this.#place;
    this.#place += length;
    if (this.#place > this.#bytes.byteLength) throw ended();
    if (isHuffman) return readHuffman(this.#bytes, from, this.#place);
    return this.#bytes.toString("latin1", from, this.#place);
  }

  #next(): number {
    const byte = this.#bytes[this.#place++];
    if (byte === undefined) throw ended();
    return byte;
  }

  #tooMany(): WireError {
    const { bytes, pairs } = this.#limits;
    return new WireError(
      errorCodes.enhanceYourCalm,
      `more headers in one block than ${bytes} bytes or ${pairs} of them`,
    );
  }
}

function ended(): CompressionError {
  return new CompressionError("a block of headers that ends inside a header");
}
