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

/** The number of changes that are kept, whatever their age. */
const maxChanges = 1000;

/** How long all changes are kept in milliseconds, by the emulator's clock, so that a list can trail them. */
export const listLagMs = 2000;

/** The latest changes of resources. The resources are shared with the store, so that a change costs a few references. */
export class ChangeHistory {
  #changes: ResourceChange[] = [];

  add(change: ResourceChange): void {
    const changes = this.#changes;
    changes.push(change);
    if (changes.length < 2 * maxChanges) return;
    const kept = changes.findIndex(({ atMs }) => atMs > change.atMs - listLagMs);
    this.#changes = changes.slice(Math.min(changes.length - maxChanges, kept));
  }

  /** Returns the known changes of a resource, the oldest first. */
  changesOf(typeName: string, id: string): ResourceChange[] {
    return this.#changes.filter((change) => change.typeName === typeName && change.id === id);
  }

  /** Returns the resources of a type as they were before the changes since a time: undefined for those that did not exist. */
  before(typeName: string, sinceMs: number): ReadonlyMap<string, StoredResource | undefined> {
    const found = new Map<string, StoredResource | undefined>();
    for (const change of this.#changes) {
      if (change.typeName === typeName && change.atMs > sinceMs && !found.has(change.id))
        found.set(change.id, change.before);
    }
    return found;
  }

  clear(): void {
    this.#changes = [];
  }
}
