/** Stores resources. This folder also merges Updates, removes hidden fields from responses, and lists pages. */
import type { Message } from "@bufbuild/protobuf";

/** A stored resource. It is never changed in place. */
export interface StoredResource {
  /** Full name of its message type. */
  readonly typeName: string;
  readonly id: string;
  /** The identifier of its parent. Empty if it has none. */
  readonly parentId: string;
  /** Its name. Empty if it has none. */
  readonly name: string;
  /** Its position in the order of creation, which is the order of lists. */
  readonly sequence: number;
  readonly message: Message;
}

/** Called for each changed resource, with the previous one. Undefined if it is new. */
export type ResourceWatcher = (typeName: string, id: string, before: StoredResource | undefined) => void;

/** Stores all resources, with indexes by type, parent and name. */
export class ResourceStore {
  readonly #types = new Map<string, TypeIndex>();
  #changed: ResourceWatcher = () => {};

  /** Sets a function that is called for each resource that is added, replaced or removed. */
  watch(changed: ResourceWatcher): void {
    this.#changed = changed;
  }

  /** Returns the resource with a type and identifier. */
  get(typeName: string, id: string): StoredResource | undefined {
    return this.#types.get(typeName)?.byId.get(id);
  }

  /** Returns the resource with a type and a name within a parent. */
  getByName(typeName: string, parentId: string, name: string): StoredResource | undefined {
    return this.#types.get(typeName)?.byParent.get(parentId)?.byName.get(name);
  }

  /**
   * Lists up to `limit` resources of a type, in order of creation, after a position in that order.
   *
   * @param parentId the parent, or the empty string for all parents
   * @param matches selects resources; by default all
   */
  list(
    typeName: string,
    parentId: string,
    afterSequence: number,
    limit: number,
    matches?: (resource: StoredResource) => boolean,
  ): StoredResource[] {
    const type = this.#types.get(typeName);
    const all = (parentId === "" ? type?.ordered : type?.byParent.get(parentId)?.ordered) ?? [];
    const start = firstAfter(all, afterSequence);
    if (matches === undefined) return all.slice(start, start + limit);
    const found: StoredResource[] = [];
    for (let index = start; index < all.length && found.length < limit; index += 1) {
      const resource = all[index];
      if (resource !== undefined && matches(resource)) found.push(resource);
    }
    return found;
  }

  /** Returns the number of parents that have resources of a type. */
  countParents(typeName: string): number {
    return this.#types.get(typeName)?.byParent.size ?? 0;
  }

  /** Adds the resource, or replaces the one with its type and identifier. */
  put(resource: StoredResource): void {
    const before = this.get(resource.typeName, resource.id);
    this.restore(resource);
    this.#changed(resource.typeName, resource.id, before);
  }

  /** Removes the resource if it exists. */
  delete(typeName: string, id: string): void {
    const before = this.get(typeName, id);
    if (before === undefined) return;
    this.forget(typeName, id);
    this.#changed(typeName, id, before);
  }

  /** Adds or replaces a saved resource without notifying the watcher. */
  restore(resource: StoredResource): void {
    this.forget(resource.typeName, resource.id);
    const type = ensureEntry(this.#types, resource.typeName, newType);
    type.byId.set(resource.id, resource);
    insert(type.ordered, resource);
    const parent = ensureEntry(type.byParent, resource.parentId, newParent);
    insert(parent.ordered, resource);
    if (resource.name !== "") parent.byName.set(resource.name, resource);
  }

  /** Removes a resource that was not saved without notifying the watcher. */
  forget(typeName: string, id: string): void {
    const type = this.#types.get(typeName);
    const resource = type?.byId.get(id);
    if (type === undefined || resource === undefined) return;
    type.byId.delete(id);
    remove(type.ordered, resource);
    const parent = ensureEntry(type.byParent, resource.parentId, newParent);
    remove(parent.ordered, resource);
    if (parent.byName.get(resource.name) === resource) parent.byName.delete(resource.name);
    if (parent.ordered.length === 0) type.byParent.delete(resource.parentId);
  }

  /** Returns all resources in no particular order. */
  *values(): Generator<StoredResource> {
    for (const type of this.#types.values()) yield* type.byId.values();
  }
}

/** The resources of a type. `ordered` contains them in order of creation. */
interface TypeIndex {
  readonly byId: Map<string, StoredResource>;
  readonly ordered: StoredResource[];
  readonly byParent: Map<string, ParentIndex>;
}

/** The resources of a type within a parent. */
interface ParentIndex {
  readonly ordered: StoredResource[];
  readonly byName: Map<string, StoredResource>;
}

const newType = (): TypeIndex => ({ byId: new Map(), ordered: [], byParent: new Map() });
const newParent = (): ParentIndex => ({ ordered: [], byName: new Map() });

function ensureEntry<Entry>(entries: Map<string, Entry>, key: string, make: () => Entry): Entry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made = make();
  entries.set(key, made);
  return made;
}

function insert(ordered: StoredResource[], resource: StoredResource): void {
  if ((ordered.at(-1)?.sequence ?? 0) <= resource.sequence) ordered.push(resource);
  else ordered.splice(firstAfter(ordered, resource.sequence), 0, resource);
}

function remove(ordered: StoredResource[], resource: StoredResource): void {
  const index: number = firstAfter(ordered, resource.sequence) - 1;
  if (ordered[index] === resource) ordered.splice(index, 1);
}

/** Finds the index of the first resource after a position, by binary search. */
function firstAfter(all: readonly StoredResource[], sequence: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle]?.sequence ?? Infinity) <= sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
