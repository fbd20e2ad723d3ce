import type { AccessGrant } from "../auth/access-tokens.js";
import type { Cloud } from "../cloud.js";
import type { OperationRecord, LazyOperation } from "../operations/operation-record.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { IdempotencyKeys, StoredCall, LazyCall } from "../server/idempotency.js";
import type { EntryKind } from "./entry.js";
import { ItemCodec, loadGrant, parse } from "./item-codec.js";
import { LazyItem } from "./lazy-item.js";

/** The items of one kind in a running cloud, and their format in a file. */
export interface LiveItems<Item> {
  get(key: string): Item | undefined;
  all(): Iterable<readonly [key: string, item: Item]>;
  /** Restores an item. Neither this nor `forget` notifies `watch`. */
  restore(key: string, item: Item): void;
  forget(key: string): void;
  /** Sets a function that is called for each change, with the previous item. */
  watch(changed: (key: string, before: Item | undefined) => void): void;
  /** Returns whether a change was reported to a caller before it was saved. Such a change cannot be undone. */
  isReported(key: string, before: Item | undefined): boolean;
  /** Converts an item to JSON. */
  save(item: Item): string;
  /** @throws EmulatorError that describes what is wrong with the saved item */
  load(key: string, json: string): Item;
  /** Like `load`, for an item that is known to be undamaged: it is parsed when it is used. */
  loadLazily(key: string, json: string): Item;
}

/** Everything that is saved of a cloud. */
export type LiveState = Readonly<Record<EntryKind, LiveItems<unknown>>>;

/** Returns the items of a cloud that are saved, and its idempotency keys. */
export function liveState(cloud: Cloud, keys: IdempotencyKeys): LiveState {
  const form = new ItemCodec(cloud.api.registry);
  return {
    resource: liveResources(cloud, form),
    operation: liveOperations(cloud, form),
    token: liveTokens(cloud),
    call: liveCalls(keys, form),
  };
}

function liveResources(cloud: Cloud, form: ItemCodec): LiveItems<StoredResource> {
  const { resources, accounts } = cloud;
  return {
    get: (key) => resources.get(...splitKey(key)),
    *all() {
      for (const one of resources.values()) yield [`${one.typeName}/${one.id}`, one];
    },
    restore(_key, item) {
      resources.restore(item);
      cloud.continueAfter(item.sequence);
    },
    forget: (key) => resources.forget(...splitKey(key)),
    watch: (changed) => resources.watch((type, id, before) => changed(`${type}/${id}`, before)),
    isReported: (key, before) => before === undefined && accounts.has(splitKey(key)[1]),
    save: (item) => lazyJson(item) ?? JSON.stringify(form.saveResource(item)),
    load: (_key, json) => form.loadResource(parse(json)),
    loadLazily: (_key, json) => form.loadResourceLazily(json),
  };
}

/** Splits a key at its first slash. Type names contain no slash. */
function splitKey(key: string): [typeName: string, id: string] {
  const slash = key.indexOf("/");
  return [key.slice(0, slash), key.slice(slash + 1)];
}

function liveOperations(cloud: Cloud, form: ItemCodec): LiveItems<OperationRecord | LazyOperation> {
  const { operations } = cloud;
  const load = (json: string): OperationRecord => form.loadOperation(parse(json));
  return {
    get: (key) => operations.get(key),
    *all() {
      for (const one of operations.values()) yield [one.id, one];
    },
    restore(_key, item) {
      operations.restore(item);
      const { effect } = "read" in item ? {} : item;
      if (effect?.kind === "put") cloud.continueAfter(effect.resource.sequence);
    },
    forget: (key) => operations.forget(key),
    watch: (changed) => operations.watch(changed),
    isReported: () => false,
    save: (item) => lazyJson(item) ?? JSON.stringify(form.saveOperation("read" in item ? item.read() : item)),
    load: (_key, json) => load(json),
    loadLazily(key, json) {
      const [, sequence, finishedAtMs] = /^\{"sequence":(\d+),"finishedAtMs":(\d+),/.exec(json) ?? [];
      if (sequence === undefined || finishedAtMs === undefined) return load(json);
      const head = { id: key, sequence: Number(sequence), finishedAtMs: Number(finishedAtMs) };
      return Object.assign(new LazyItem(json, load), head);
    },
  };
}

function liveTokens({ tokens }: Cloud): LiveItems<AccessGrant> {
  return {
    get: (key) => tokens.get(key),
    all: () => tokens.entries(),
    restore: (key, item) => tokens.restore(key, item),
    forget: (key) => tokens.forget(key),
    watch: (changed) => tokens.watch((digest) => changed(digest, undefined)),
    // A test may already use the token, or rely on its revocation.
    isReported: () => true,
    save: (item) => JSON.stringify(item),
    load: (_key, json) => loadGrant(parse(json)),
    loadLazily: (_key, json) => loadGrant(parse(json)),
  };
}

function liveCalls(keys: IdempotencyKeys, form: ItemCodec): LiveItems<StoredCall | LazyCall> {
  const load = (key: string, json: string): StoredCall => form.loadCall(key, parse(json));
  return {
    get: (key) => keys.getStored(key),
    *all() {
      for (const one of keys.storedCalls()) yield [one.name, one];
    },
    restore: (_key, item) => keys.restore(item),
    forget: (key) => keys.forget(key),
    watch: (changed) => keys.watch(changed),
    isReported: () => false,
    save: (item) => lazyJson(item) ?? JSON.stringify(form.saveCall("read" in item ? item.read() : item)),
    load,
    loadLazily(key, json) {
      const [, expiresAtMs] = /^\{"expiresAtMs":(\d+),/.exec(json) ?? [];
      if (expiresAtMs === undefined) return load(key, json);
      const unread = new LazyItem(json, (text) => load(key, text));
      return Object.assign(unread, { name: key, expiresAtMs: Number(expiresAtMs) });
    },
  };
}

function lazyJson(item: object): string | undefined {
  return item instanceof LazyItem ? item.json : undefined;
}
