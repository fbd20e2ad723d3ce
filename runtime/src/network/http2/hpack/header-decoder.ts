import { headerLimits } from "../settings.js";
import { compressionError, type ProtocolError } from "../protocol-error.js";
import { DynamicTable } from "./dynamic-table.js";
import { readHuffman } from "./huffman.js";
import { entrySize, type HeaderPair, staticTable } from "./static-table.js";

/**
 * The default of SETTINGS_HEADER_TABLE_SIZE, in bytes (RFC 9113, section 6.5.2): gRPC's
 * `grpc.http2.hpack_table_size.decoder`.
 */
export const defaultTableBytes = 4_096;

const nothing = Buffer.alloc(0);

/** Decodes field blocks (HPACK, RFC 7541). They must be decoded in order, since each changes the table for the next. */
export class HeaderDecoder {
  readonly #table = new DynamicTable(defaultTableBytes);
  #bytes: Buffer = nothing;
  #offset = 0;

  /**
   * Decodes the headers of a block, in order. Returns undefined if they exceed {@link headerLimits}: a few bytes can name
   * an entry of the table thousands of times. Such a block is still decoded to its end, for the table.
   *
   * @throws A ProtocolError if the block cannot be decoded.
   */
  decode(block: Buffer): HeaderPair[] | undefined {
    this.#bytes = block;
    this.#offset = 0;
    const pairs: HeaderPair[] = [];
    let [count, size] = [0, 0];
    while (this.#offset < block.byteLength) {
      const first = block[this.#offset] ?? 0;
      if ((first & 0xe0) === 0x20) {
        this.#resize(count > 0);
        continue;
      }
      const pair = this.#pair(first);
      size += entrySize(pair);
      if (++count <= headerLimits.pairs && size <= headerLimits.bytes) pairs.push(pair);
    }
    // They are a view of all that the socket read.
    this.#bytes = nothing;
    return pairs.length === count ? pairs : undefined;
  }

  /** Reads an indexed or a literal header (RFC 7541, section 6). */
  #pair(first: number): HeaderPair {
    if (first & 0x80) return this.#entry(this.#integer(7));
    const isAdded = (first & 0x40) !== 0;
    const index = this.#integer(isAdded ? 6 : 4);
    const name = index === 0 ? this.#text() : this.#entry(index)[0];
    const pair: HeaderPair = [name, this.#text()];
    if (isAdded) this.#table.add(pair);
    return pair;
  }

  /** Returns an entry of the static or the dynamic table (RFC 7541, section 2.3.3). */
  #entry(index: number): HeaderPair {
    const entry =
      index <= staticTable.length ? staticTable[index - 1] : this.#table.at(index - staticTable.length - 1);
    if (entry) return entry;
    throw compressionError(`headers name entry ${index} of a table that does not have it`);
  }

  /** Reads a size update of the table, which is legal only at the beginning of a block (RFC 7541, section 4.2). */
  #resize(isLate: boolean): void {
    const size = this.#integer(5);
    if (isLate) throw compressionError("a block of headers resizes its table after its first header");
    if (size > defaultTableBytes) {
      throw compressionError(`a table of ${size} bytes for headers; ${defaultTableBytes} are allowed`);
    }
    this.#table.resize(size);
  }

  /** Reads an integer with a prefix of `bits` bits (RFC 7541, section 5.1). */
  #integer(bits: number): number {
    const max = (1 << bits) - 1;
    let value = this.#next() & max;
    if (value < max) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#next();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw compressionError("a number in a block of headers that is too long");
  }

  /** Reads a string literal (RFC 7541, section 5.2). */
  #text(): string {
    const isHuffman = (this.#bytes[this.#offset] ?? 0) >= 0x80;
    const length = this.#integer(7);
    const from = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#bytes.byteLength) throw truncated();
    if (isHuffman) return readHuffman(this.#bytes, from, this.#offset);
    return this.#bytes.toString("latin1", from, this.#offset);
  }

  #next(): number {
    const byte = this.#bytes[this.#offset++];
    if (byte === undefined) throw truncated();
    return byte;
  }
}

function truncated(): ProtocolError {
  return compressionError("a block of headers that ends inside a header");
}
