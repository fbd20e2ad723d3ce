import type { Cloud } from "../cloud.js";
import type { IdempotencyKeys } from "../server/idempotency.js";
import {
  ItemForm,
  type SavedCall,
  type SavedOperation,
  type SavedResource,
  type SavedToken,
} from "./saved-item.js";

/** Things that a state is made of, each with a key of its own. */
export interface SavedItems {
  readonly resources: readonly SavedResource[];
  readonly operations: readonly SavedOperation[];
  readonly tokens: readonly SavedToken[];
  readonly calls: readonly SavedCall[];
}

/** What a change did: what it put in place, and the keys of what is gone. */
export interface SavedChange extends SavedItems {
  readonly gone: {
    readonly resources: readonly (readonly [typeName: string, id: string])[];
    readonly operations: readonly string[];
    readonly tokens: readonly string[];
    readonly calls: readonly string[];
  };
}

/** Names of the lists of a state. */
export const itemKinds = ["resources", "operations", "tokens", "calls"] as const;

/** A state that is put together from a snapshot and the changes after it. Tokens are in it as digests only. */
export class SavedState {
  readonly #resources = new Map<string, SavedResource>();
  readonly #operations = new Map<string, SavedOperation>();
  readonly #tokens = new Map<string, SavedToken>();
  readonly #calls = new Map<string, SavedCall>();

  /** Puts items in place, the newer over the older. What comes later is later in order, too. */
  put({ resources, operations, tokens, calls }: SavedItems): void {
    for (const one of resources) replace(this.#resources, resourceKey(one.typeName, one.id), one);
    for (const one of operations) replace(this.#operations, one.id, one);
    for (const one of tokens) replace(this.#tokens, one[0], one);
    for (const one of calls) replace(this.#calls, one.name, one);
  }

  /** Makes a change on top of what there is. */
  apply(change: SavedChange): void {
    this.put(change);
    const { gone } = change;
    for (const [typeName, id] of gone.resources) this.#resources.delete(resourceKey(typeName, id));
    for (const id of gone.operations) this.#operations.delete(id);
    for (const digest of gone.tokens) this.#tokens.delete(digest);
    for (const name of gone.calls) this.#calls.delete(name);
  }

  /**
   * Gives a new cloud this state.
   *
   * @throws an Error when it has a type that the API lacks
   */
  restore(cloud: Cloud, keys: IdempotencyKeys): void {
    const form = new ItemForm(cloud.api.registry);
    for (const saved of this.#resources.values()) {
      const resource = form.loadResource(saved);
      cloud.resources.put(resource);
      cloud.continueAfter(resource.sequence);
    }
    // Retention goes by the order of their ends.
    const operations = [...this.#operations.values()].sort((a, b) => endOf(a) - endOf(b));
    for (const saved of operations) {
      const operation = form.loadOperation(saved);
      if (operation.effect.kind === "put") cloud.continueAfter(operation.effect.resource.sequence);
      cloud.operations.restore(operation);
    }
    for (const [digest, grant] of this.#tokens.values()) cloud.tokens.restore(digest, grant);
    for (const saved of this.#calls.values()) keys.restore(form.loadCall(saved));
  }
}

function endOf({ finishedAtMs }: SavedOperation): number {
  return finishedAtMs ?? Number.MAX_SAFE_INTEGER;
}

function replace<T>(items: Map<string, T>, key: string, item: T): void {
  // A map keeps the place of a key that it has; tokens and calls are in the order of their ends.
  items.delete(key);
  items.set(key, item);
}

function resourceKey(typeName: string, id: string): string {
  return JSON.stringify([typeName, id]);
}
