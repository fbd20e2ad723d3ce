import { entrySize, type HeaderPair } from "./static-table.js";

/** The dynamic table of one direction (RFC 7541, section 2.3.2). */
export class DynamicTable {
  /** Oldest first. The entries before `#first` are evicted. */
  #entries: HeaderPair[] = [];
  #first = 0;
  #size = 0;
  #maxSize: number;
  readonly #onEvicted: ((entry: HeaderPair) => void) | undefined;

  /** `onDropped` is called with each entry that is evicted. */
  constructor(maxSize: number, onDropped?: (entry: HeaderPair) => void) {
    this.#maxSize = maxSize;
    this.#onEvicted = onDropped;
  }

  /** The number of entries. */
  get length(): number {
    return this.#entries.length - this.#first;
  }

  /** The number of entries that were ever added. */
  get added(): number {
    return this.#added;
  }
  #added = 0;

  /** The maximum size in bytes (RFC 7541, section 4.1). */
  get maxSize(): number {
    return this.#maxSize;
  }

  /** Returns the entry at an index; 0 is the newest. */
  at(index: number): HeaderPair | undefined {
    return index < this.length ? this.#entries[this.#entries.length - 1 - index] : undefined;
  }

  /** Adds an entry. An entry larger than the table empties it (RFC 7541, section 4.4). */
  add(entry: HeaderPair): void {
    const size = entrySize(entry);
    this.#evictTo(this.#maxSize - size);
    if (size > this.#maxSize) return;
    this.#entries.push(entry);
    this.#added += 1;
    this.#size += size;
  }

  /** Changes the maximum size. */
  resize(maxSize: number): void {
    this.#maxSize = maxSize;
    this.#evictTo(maxSize);
  }

  #evictTo(maxSize: number): void {
    while (this.#size > maxSize && this.length > 0) {
      const entry = this.#entries[this.#first++];
      if (!entry) break;
      this.#size -= entrySize(entry);
      this.#onEvicted?.(entry);
    }
    // Rarely, since shifting an array is slow.
    if (this.#first > 64 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }
}
