import { entrySize, type HeaderPair } from "./static-table.js";

/** The entries that one side has added, the newest first, within a size (RFC 7541, section 2.3.2). */
export class DynamicTable {
  /** Oldest first. The entries before `#first` have been dropped. */
  #entries: HeaderPair[] = [];
  #first = 0;
  #size = 0;
  #maxSize: number;
  readonly #onEvicted: ((entry: HeaderPair) => void) | undefined;

  /** `onDropped` is called with each entry that has lost its place. */
  constructor(maxSize: number, onDropped?: (entry: HeaderPair) => void) {
    this.#maxSize = maxSize;
    this.#onEvicted = onDropped;
  }

  /** How many entries there are. */
  get length(): number {
    return this.#entries.length - this.#first;
  }

  /** How many entries were ever added: the number of the next one. */
  get added(): number {
    return this.#added;
  }
  #added = 0;

  /** The largest size, in bytes as the RFC counts. */
  get maxSize(): number {
    return this.#maxSize;
  }

  /** The entry of an index, from 0 for the newest. */
  at(index: number): HeaderPair | undefined {
    return index < this.length ? this.#entries[this.#entries.length - 1 - index] : undefined;
  }

  /** Adds an entry. One that is larger than the table empties it (RFC 7541, section 4.4). */
  add(entry: HeaderPair): void {
    const size = entrySize(entry);
    this.#evictTo(this.#maxSize - size);
    if (size > this.#maxSize) return;
    this.#entries.push(entry);
    this.#added += 1;
    this.#size += size;
  }

  /** Changes the largest size. */
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
    // Not at each: an array is costly to shift.
    if (this.#first > 64 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }
}
