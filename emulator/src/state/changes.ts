import type { Cloud } from "../cloud.js";
import type { IdempotencyKeys } from "../server/idempotency.js";
import { ItemForm } from "./saved-item.js";
import type { SavedChange } from "./saved-state.js";

/** Keys of what changed. */
interface ChangedKeys {
  readonly resources: Map<string, readonly [typeName: string, id: string]>;
  readonly operations: Set<string>;
  readonly tokens: Set<string>;
  readonly calls: Set<string>;
}

/** Follows a cloud, and knows what changed since it was last asked. */
export class Changes {
  readonly #cloud: Cloud;
  readonly #keys: IdempotencyKeys;
  readonly #form: ItemForm;
  #changed = noKeys();

  constructor(cloud: Cloud, keys: IdempotencyKeys) {
    this.#cloud = cloud;
    this.#keys = keys;
    this.#form = new ItemForm(cloud.api.registry);
    cloud.resources.watch((typeName, id) =>
      this.#changed.resources.set(JSON.stringify([typeName, id]), [typeName, id]),
    );
    cloud.operations.watch((id) => this.#changed.operations.add(id));
    cloud.tokens.watch((digest) => again(this.#changed.tokens, digest));
    keys.watch((name) => again(this.#changed.calls, name));
  }

  /** Nothing changed since the last `take`. */
  isEmpty(): boolean {
    return Object.values(this.#changed).every(({ size }) => size === 0);
  }

  /** What changed since the last `take`, as it stands now. */
  take(): { readonly change: SavedChange; readonly putBack: () => void } {
    const taken = this.#changed;
    this.#changed = noKeys();
    return { change: this.#describe(taken), putBack: () => this.#putBack(taken) };
  }

  #describe({ resources, operations, tokens, calls }: ChangedKeys): SavedChange {
    const cloud = this.#cloud;
    const ofResources = split(resources.values(), ([typeName, id]) => cloud.resources.get(typeName, id));
    const ofOperations = split(operations, (id) => cloud.operations.get(id));
    const ofTokens = split(tokens, (digest) => cloud.tokens.grantOf(digest));
    const ofCalls = split(calls, (name) => this.#keys.rememberedAs(name));
    return {
      resources: ofResources.there.map(([, resource]) => this.#form.saveResource(resource)),
      operations: ofOperations.there.map(([, operation]) => this.#form.saveOperation(operation)),
      tokens: ofTokens.there,
      calls: ofCalls.there.map(([, call]) => this.#form.saveCall(call)),
      gone: {
        resources: ofResources.gone,
        operations: ofOperations.gone,
        tokens: ofTokens.gone,
        calls: ofCalls.gone,
      },
    };
  }

  /** What could not be saved has changed still. */
  #putBack(taken: ChangedKeys): void {
    for (const [key, resource] of taken.resources) this.#changed.resources.set(key, resource);
    for (const kind of ["operations", "tokens", "calls"] as const) {
      for (const key of taken[kind]) this.#changed[kind].add(key);
    }
  }
}

function noKeys(): ChangedKeys {
  return { resources: new Map(), operations: new Set(), tokens: new Set(), calls: new Set() };
}

/** Adds a key at the end, also one that is there: the order is that of the last changes. */
function again(keys: Set<string>, key: string): void {
  keys.delete(key);
  keys.add(key);
}

function split<Key, Item>(
  keys: Iterable<Key>,
  find: (key: Key) => Item | undefined,
): { readonly there: (readonly [Key, Item])[]; readonly gone: Key[] } {
  const there: (readonly [Key, Item])[] = [];
  const gone: Key[] = [];
  for (const key of keys) {
    const item = find(key);
    if (item === undefined) gone.push(key);
    else there.push([key, item]);
  }
  return { there, gone };
}
