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

/** All resources, with the indexes that reads need. */
export class ResourceStore {
  readonly #byId = new Map<string, StoredResource>();
  readonly #byName = new Map<string, StoredResource>();
  /** In order of sequence: of a type, and of a type within a parent. */
  readonly #lists = new Map<string, StoredResource[]>();
  #changed: (typeName: string, id: string) => void = () => {};

  /** Calls the function, from now on, for each resource that is put in place or removed. */
  watch(changed: (typeName: string, id: string) => void): void {
    this.#changed = changed;
  }

  /** The resource of that type and identifier. */
  get(typeName: string, id: string): StoredResource | undefined {
    return this.#byId.get(key(typeName, id));
  }

  /** The resource of that type and name within the parent. */
  getByName(typeName: string, parentId: string, name: string): StoredResource | undefined {
    return this.#byName.get(key(typeName, parentId, name));
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
    const all = this.#lists.get(parentId === "" ? key(typeName) : key(typeName, parentId)) ?? [];
    const start = firstAfter(all, afterSequence);
    if (matches === undefined) return all.slice(start, start + limit);
    const found: StoredResource[] = [];
    for (let index = start; index < all.length && found.length < limit; index += 1) {
      const resource = all[index];
      if (resource !== undefined && matches(resource)) found.push(resource);
    }
    return found;
  }

  /** Adds the resource, or puts it in the place of the one with its type and identifier. */
  put(resource: StoredResource): void {
    this.delete(resource.typeName, resource.id);
    this.#byId.set(key(resource.typeName, resource.id), resource);
    if (resource.name !== "") this.#byName.set(nameKey(resource), resource);
    for (const list of listKeys(resource)) {
      const all = this.#lists.get(list) ?? [];
      if (all.length === 0) this.#lists.set(list, all);
      all.splice(firstAfter(all, resource.sequence), 0, resource);
    }
    this.#changed(resource.typeName, resource.id);
  }

  /** Removes the resource, if it is there. */
  delete(typeName: string, id: string): void {
    const resource = this.get(typeName, id);
    if (resource === undefined) return;
    this.#byId.delete(key(typeName, id));
    if (this.#byName.get(nameKey(resource)) === resource) this.#byName.delete(nameKey(resource));
    for (const list of listKeys(resource)) {
      const all = this.#lists.get(list) ?? [];
      const index: number = firstAfter(all, resource.sequence) - 1;
      if (all[index] === resource) all.splice(index, 1);
      if (all.length === 0) this.#lists.delete(list);
    }
    this.#changed(typeName, id);
  }

  /** All resources, in no order. */
  values(): IterableIterator<StoredResource> {
    return this.#byId.values();
  }
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function nameKey({ typeName, parentId, name }: StoredResource): string {
  return key(typeName, parentId, name);
}

function listKeys({ typeName, parentId }: StoredResource): readonly string[] {
  return parentId === "" ? [key(typeName)] : [key(typeName), key(typeName, parentId)];
}

/** Index of the first resource after that place; the lists are sorted. */
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
