import { estimateBytes } from "../messages/estimate-bytes.js";
import type { StoredResource } from "./resource-store.js";

/** The call that changed a resource. */
export interface ChangeCause {
  /** `package.Service/Method`, or `seed`. */
  readonly method: string;
  /** The account of the caller. Empty if there is none. */
  readonly account: string;
  /** The reset mask of the request. Undefined if it has none. */
  readonly mask?: string | undefined;
  /** When the change took effect, by the emulator's clock. */
  readonly atMs: number;
}

/** A change of a resource. */
export interface ResourceChange extends ChangeCause {
  readonly typeName: string;
  readonly id: string;
  /** Undefined if the change created the resource. */
  readonly before: StoredResource | undefined;
  /** Undefined if the change deleted the resource. */
  readonly after: StoredResource | undefined;
}

/** The limits of a history. Older changes are dropped. */
export interface HistoryLimits {
  /** The number of changes that are kept, whatever their age. */
  readonly minChanges: number;
  /** The number of changes that are kept at most, even if all are new. */
  readonly maxChanges: number;
  /** The estimated size of the kept changes in bytes. */
  readonly maxBytes: number;
}

const defaultLimits: HistoryLimits = { minChanges: 1000, maxChanges: 20_000, maxBytes: 64 * 1024 * 1024 };

/** How long all changes are kept in milliseconds, by the emulator's clock, so that a list can trail them. */
export const listLagMs = 2000;

/**
 * The latest changes of resources. The resources are shared with the store, and the one before a change with the one after the
 * last, so a change costs the memory of one resource at most.
 */
export class ChangeHistory {
  readonly #limits: HistoryLimits;
  #changes: { readonly change: ResourceChange; readonly bytes: number }[] = [];
  /** The position of the first change that is kept. Positions before it are removed from time to time, all at once. */
  #first = 0;
  #bytes = 0;

  constructor(limits: HistoryLimits = defaultLimits) {
    this.#limits = limits;
  }

  add(change: ResourceChange): void {
    const { maxBytes } = this.#limits;
    const bytes = estimateBytes((change.after ?? change.before)?.message, maxBytes);
    this.#changes.push({ change, bytes });
    this.#bytes += bytes;
    while (this.#isFirstDropped(change.atMs)) {
      this.#bytes -= this.#changes[this.#first]?.bytes ?? 0;
      this.#first += 1;
    }
    if (this.#first <= this.#changes.length / 2) return;
    this.#changes = this.#changes.slice(this.#first);
    this.#first = 0;
  }

  #isFirstDropped(nowMs: number): boolean {
    const { minChanges, maxChanges, maxBytes } = this.#limits;
    const count = this.#changes.length - this.#first;
    if (count > 1 && (count > maxChanges || this.#bytes > maxBytes)) return true;
    const atMs = this.#changes[this.#first]?.change.atMs ?? nowMs;
    return count > minChanges && atMs <= nowMs - listLagMs;
  }

  #all(): ResourceChange[] {
    return this.#changes.slice(this.#first).map(({ change }) => change);
  }

  /** Returns the known changes of a resource, the oldest first. */
  changesOf(typeName: string, id: string): ResourceChange[] {
    return this.#all().filter((change) => change.typeName === typeName && change.id === id);
  }

  /** Returns the resources of a type as they were before the changes since a time: undefined for those that did not exist. */
  before(typeName: string, sinceMs: number): ReadonlyMap<string, StoredResource | undefined> {
    const found = new Map<string, StoredResource | undefined>();
    for (const change of this.#all()) {
      if (change.typeName === typeName && change.atMs > sinceMs && !found.has(change.id))
        found.set(change.id, change.before);
    }
    return found;
  }

  clear(): void {
    this.#changes = [];
    this.#first = 0;
    this.#bytes = 0;
  }
}
