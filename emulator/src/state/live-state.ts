import type { AccessGrant } from "../auth/access-tokens.js";
import type { Cloud } from "../cloud.js";
import type { OperationRecord, UnreadOperation } from "../operations/operation-record.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { IdempotencyKeys, RememberedCall, UnreadCall } from "../server/idempotency.js";
import type { EntryKind } from "./entry.js";
import { ItemForm, loadGrant } from "./saved-item.js";
import { UnreadText } from "./unread-text.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The items of one kind in a running cloud, and their form in a file. */
export interface LiveItems<Item> {
  get(key: string): Item | undefined;
  all(): Iterable<readonly [key: string, item: Item]>;
  /** Restores an item. Neither this nor `forget` notifies `watch`. */
  restore(key: string, item: Item): void;
  forget(key: string): void;
  /** Calls the function, from now on, for each change, with what was there before. */
  watch(changed: (key: string, before: Item | undefined) => void): void;
  /** Returns whether a change was reported to a caller before it was saved. Such a change cannot be undone. */
  isPromised(key: string, before: Item | undefined): boolean;
  /** The item in JSON. */
  save(item: Item): string;
  /** @throws an Error that says what is wrong with the saved item */
  load(key: string, json: string): Item;
  /** The same of an item that is known to be as it was written: it is read when somebody asks for it. */
  loadUnread(key: string, json: string): Item;
}

/** All that is saved of a cloud. */
export type LiveState = Readonly<Record<EntryKind, LiveItems<unknown>>>;

/** Returns the items of a cloud that are saved, and its idempotency keys. */
export function liveState(cloud: Cloud, keys: IdempotencyKeys): LiveState {
  const form = new ItemForm(cloud.api.registry);
  return {
    resource: liveResources(cloud, form),
    operation: liveOperations(cloud, form),
    token: liveTokens(cloud),
    call: liveCalls(keys, form),
  };
}

function liveResources(cloud: Cloud, form: ItemForm): LiveItems<StoredResource> {
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
    isPromised: (key, before) => before === undefined && accounts.has(splitKey(key)[1]),
    save: (item) => JSON.stringify(form.saveResource(item)),
    load: (_key, json) => form.loadResource(parse(json)),
    loadUnread: (_key, json) => form.unreadResource(parse(json)),
  };
}

/** Type names have no slash. */
function splitKey(key: string): [typeName: string, id: string] {
  const slash = key.indexOf("/");
  return [key.slice(0, slash), key.slice(slash + 1)];
}

function liveOperations(cloud: Cloud, form: ItemForm): LiveItems<OperationRecord | UnreadOperation> {
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
    isPromised: () => false,
    save: (item) =>
      unreadJson(item) ?? JSON.stringify(form.saveOperation("read" in item ? item.read() : item)),
    load: (_key, json) => load(json),
    loadUnread(key, json) {
      const [, sequence, finishedAtMs] = /^\{"sequence":(\d+),"finishedAtMs":(\d+),/.exec(json) ?? [];
      if (sequence === undefined || finishedAtMs === undefined) return load(json);
      const head = { id: key, sequence: Number(sequence), finishedAtMs: Number(finishedAtMs) };
      return Object.assign(new UnreadText(json, load), head);
    },
  };
}

function liveTokens({ tokens }: Cloud): LiveItems<AccessGrant> {
  return {
    get: (key) => tokens.grantOf(key),
    all: () => tokens.entries(),
    restore: (key, item) => tokens.restore(key, item),
    forget: (key) => tokens.forget(key),
    watch: (changed) => tokens.watch((digest) => changed(digest, undefined)),
    // A test may have been given the token, or have revoked it.
    isPromised: () => true,
    save: (item) => JSON.stringify(item),
    load: (_key, json) => loadGrant(parse(json)),
    loadUnread: (_key, json) => loadGrant(parse(json)),
  };
}

function liveCalls(keys: IdempotencyKeys, form: ItemForm): LiveItems<RememberedCall | UnreadCall> {
  const load = (key: string, json: string): RememberedCall => form.loadCall(key, parse(json));
  return {
    get: (key) => keys.rememberedAs(key),
    *all() {
      for (const one of keys.remembered()) yield [one.name, one];
    },
    restore: (_key, item) => keys.restore(item),
    forget: (key) => keys.forget(key),
    watch: (changed) => keys.watch(changed),
    isPromised: () => false,
    save: (item) => unreadJson(item) ?? JSON.stringify(form.saveCall("read" in item ? item.read() : item)),
    load,
    loadUnread(key, json) {
      const [, expiresAtMs] = /^\{"expiresAtMs":(\d+),/.exec(json) ?? [];
      if (expiresAtMs === undefined) return load(key, json);
      const unread = new UnreadText(json, (text) => load(key, text));
      return Object.assign(unread, { name: key, expiresAtMs: Number(expiresAtMs) });
    },
  };
}

function unreadJson(item: object): string | undefined {
  return item instanceof UnreadText ? item.json : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new EmulatorError("STATE_INVALID", "it is not JSON", { cause: error });
  }
}
