import { type Entry, type EntryKind, entryKinds } from "./entry.js";
import type { LiveState } from "./live-state.js";

/** Entries of journals that are newer than the snapshot. Only the last entry of each key is retained. */
export class NewerEntries {
  readonly #live: LiveState;
  /** The items by key. Undefined if an item was removed. */
  readonly #items: Readonly<Record<EntryKind, Map<string, unknown>>>;

  constructor(live: LiveState) {
    this.#live = live;
    this.#items = { resource: new Map(), operation: new Map(), token: new Map(), call: new Map() };
  }

  /** @throws EmulatorError that describes what is wrong with the entry */
  add({ kind, key, json }: Entry): void {
    const items = this.#items[kind];
    // Later entries are later in order, too.
    items.delete(key);
    items.set(key, json === "null" ? undefined : this.#live[kind].load(key, json));
  }

  /** Whether the snapshot's entry with that key is out of date. */
  has({ kind, key }: Entry): boolean {
    return this.#items[kind].has(key);
  }

  /** Restores the items in the cloud. */
  restore(): void {
    for (const kind of entryKinds) {
      for (const [key, item] of this.#items[kind]) {
        if (item !== undefined) this.#live[kind].restore(key, item);
      }
    }
  }
}
