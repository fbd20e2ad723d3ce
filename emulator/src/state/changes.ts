import { type Entry, type EntryKind, entryKinds } from "./entry.js";
import type { LiveState } from "./live-state.js";

/** The changed keys by kind, latest change last, each with the item before its first change. */
type Changed = Readonly<Record<EntryKind, Map<string, unknown>>>;

/** The changes up to a point in time. */
export interface TakenChange {
  readonly entries: readonly Entry[];
  /**
   * Undoes these changes and all later ones, because later ones may depend on them. Changes that were already reported
   * to a caller remain, and are saved later.
   */
  readonly undo: () => void;
}

/** Collects the changes of a cloud. */
export class Changes {
  readonly #live: LiveState;
  #changed = noChanges();

  constructor(live: LiveState) {
    this.#live = live;
    for (const kind of entryKinds) live[kind].watch((key, before) => this.note(kind, key, before));
  }

  /** Whether nothing has changed since the last `take`. */
  isEmpty(): boolean {
    return entryKinds.every((kind) => this.#changed[kind].size === 0);
  }

  /** Returns the changes since the last `take`, with the current state of each item. */
  take(): TakenChange {
    const taken = this.#changed;
    this.#changed = noChanges();
    return { entries: this.#describe(taken), undo: () => this.#undo(taken) };
  }

  /** Records a change. The key moves to the end, because tokens and calls are in the order of expiry. */
  note(kind: EntryKind, key: string, before: unknown): void {
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
    this.#changed = noChanges();
    for (const changed of [later, taken]) {
      for (const kind of entryKinds) {
        for (const [key, before] of changed[kind]) this.#undoOne(kind, key, before);
      }
    }
  }

  #undoOne(kind: EntryKind, key: string, before: unknown): void {
    const items = this.#live[kind];
    if (items.isReported(key, before)) this.note(kind, key, before);
    else if (before === undefined) items.forget(key);
    else items.restore(key, before);
  }
}

function noChanges(): Changed {
  return { resource: new Map(), operation: new Map(), token: new Map(), call: new Map() };
}
