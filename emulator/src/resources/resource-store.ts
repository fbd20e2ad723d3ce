/**
 * Resources: where they are kept, how an Update changes one, what of it is shown,
 * and the pages in which they are listed.
 */
import type { Message } from "@bufbuild/protobuf";

/** A resource as the emulator keeps it. Never changed in place: a change is a new one. */
export interface StoredResource {
  /** Full name of its message type. */
  readonly typeName: string;
  readonly id: string;
  /** Identifier of its parent; empty for none. */
  readonly parentId: string;
  /** Its name; empty for none. */
  readonly name: string;
  /** Place in the order of creation, the order of lists. */
  readonly sequence: number;
  readonly message: Message;
}

/** Is told which resource has changed, and what it was before; undefined where it is new. */
export type ResourceWatcher = (typeName: string, id: string, before: StoredResource | undefined) => void;

/** All resources, with the indexes that reads need. */
export class ResourceStore {
  readonly #types = new Map<string, OneType>();
  #changed: ResourceWatcher = () => {};

  /** Calls the function, from now on, for each resource that is put in place or removed. */
  watch(changed: ResourceWatcher): void {
    this.#changed = changed;
  }

  /** The resource of that type and identifier. */
  get(typeName: string, id: string): StoredResource | undefined {
    return this.#types.get(typeName)?.byId.get(id);
  }

  /** The resource of that type and name within the parent. */
  getByName(typeName: string, parentId: string, name: string): StoredResource | undefined {
    return this.#types.get(typeName)?.byParent.get(parentId)?.byName.get(name);
  }

  /**
   * Up to `limit` resources of a type, in order of creation, after a place in
   * that order. Without a parent: of all parents. Without a test: whatever they
   * hold.
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

  /** Adds the resource, or replaces the one with its type and identifier. */
  put(resource: StoredResource): void {
    const before = this.get(resource.typeName, resource.id);
    this.restore(resource);
    this.#changed(resource.typeName, resource.id, before);
  }

  /** Removes the resource, if it is there. */
  delete(typeName: string, id: string): void {
    const before = this.get(typeName, id);
    if (before === undefined) return;
    this.forget(typeName, id);
    this.#changed(typeName, id, before);
  }

  /** Does as `put` does, and tells nobody: the resource is what was saved. */
  restore(resource: StoredResource): void {
    this.forget(resource.typeName, resource.id);
    const type = ensureEntry(this.#types, resource.typeName, newType);
    type.byId.set(resource.id, resource);
    insert(type.ordered, resource);
    const parent = ensureEntry(type.byParent, resource.parentId, newParent);
    insert(parent.ordered, resource);
    if (resource.name !== "") parent.byName.set(resource.name, resource);
  }

  /** Does as `delete` does, and tells nobody: the resource was never saved. */
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

  /** All resources, in no order. */
  *values(): Generator<StoredResource> {
    for (const type of this.#types.values()) yield* type.byId.values();
  }
}

/** The resources of a type; those that are `ordered` are in the order of their places. */
interface OneType {
  readonly byId: Map<string, StoredResource>;
  readonly ordered: StoredResource[];
  readonly byParent: Map<string, OneParent>;
}

/** The resources of a type within a parent. */
interface OneParent {
  readonly ordered: StoredResource[];
  readonly byName: Map<string, StoredResource>;
}

const newType = (): OneType => ({ byId: new Map(), ordered: [], byParent: new Map() });
const newParent = (): OneParent => ({ ordered: [], byName: new Map() });

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

/** Index of the first resource after that place; they are sorted. */
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
