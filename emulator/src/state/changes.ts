import { type Entry, type EntryKind, entryKinds } from "./entry.js";
import type { LiveState } from "./live-state.js";

/** Keys of what changed, by kind, the latest change last, with what was there before the first. */
type Changed = Readonly<Record<EntryKind, Map<string, unknown>>>;

/** The changes up to some moment. */
export interface TakenChange {
  readonly entries: readonly Entry[];
  /**
   * Undoes these changes and all later ones, because later ones may depend on them. Changes that were already reported
   * to a caller remain, and are saved later.
   */
  readonly undo: () => void;
}

/** Follows a cloud, and knows what changed since it was last asked. */
export class Changes {
  readonly #live: LiveState;
  #changed = nothing();

  constructor(live: LiveState) {
    this.#live = live;
    for (const kind of entryKinds) {
      live[kind].watch((key, before) => this.#note(kind, key, before));
    }
  }

  /** Nothing changed since the last `take`. */
  isEmpty(): boolean {
    return entryKinds.every((kind) => this.#changed[kind].size === 0);
  }

  /** Returns the changes since the last `take`, with the current state of each item. */
  take(): TakenChange {
    const taken = this.#changed;
    this.#changed = nothing();
    return { entries: this.#describe(taken), undo: () => this.#undo(taken) };
  }

  /** A key goes to the end at each change: tokens and calls are in the order of their ends. */
  #note(kind: EntryKind, key: string, before: unknown): void {
    const keys = this.#changed[kind];
    const first = keys.has(key) ? keys.get(key) : before;
    keys.delete(key);
    keys.set(key, first);
  }

  #describe(changed: Changed): Entry[] {
    return entryKinds.flatMap((kind) =>
      Array.from(changed[kind].keys(), (key) => {
        const item = this.#live[kind].get(key);
        return { kind, key, json: item === undefined ? "null" : this.#live[kind].save(item) };
      }),
    );
  }

  #undo(taken: Changed): void {
    const later = this.#changed;
    this.#changed = nothing();
    for (const changed of [later, taken]) {
      for (const kind of entryKinds) {
        for (const [key, before] of changed[kind]) this.#undoOne(kind, key, before);
      }
    }
  }

  #undoOne(kind: EntryKind, key: string, before: unknown): void {
    const items = this.#live[kind];
    if (items.isPromised(key, before)) this.#note(kind, key, before);
    else if (before === undefined) items.forget(key);
    else items.restore(key, before);
  }
}

function nothing(): Changed {
  return { resource: new Map(), operation: new Map(), token: new Map(), call: new Map() };
}
