import type { OperationRecord } from "./operation-record.js";
import { TimeQueue, type Timed } from "./time-queue.js";

/** A running operation in the order of completion. */
interface Due extends Timed {
  readonly record: OperationRecord;
}

/** The operations that have not completed, found by what a new call must know of them, however many run. */
export class RunningOperations {
  readonly #byId = new Map<string, OperationRecord>();
  readonly #byResource = new Map<string, Set<OperationRecord>>();
  /** By the name that a resource will have, once they are complete. */
  readonly #byComingName = new Map<string, Set<OperationRecord>>();
  readonly #due = new TimeQueue<Due>();

  add(record: OperationRecord): void {
    this.#byId.set(record.id, record);
    addTo(this.#byResource, resourceKey(record.resourceType, record.resourceId), record);
    const name = comingName(record);
    if (name !== undefined) addTo(this.#byComingName, name, record);
    this.#due.add({ atMs: record.dueAtMs, sequence: record.sequence, record });
  }

  get(id: string): OperationRecord | undefined {
    return this.#byId.get(id);
  }

  remove(id: string): void {
    const record = this.#byId.get(id);
    if (record === undefined) return;
    this.#byId.delete(id);
    removeFrom(this.#byResource, resourceKey(record.resourceType, record.resourceId), record);
    const name = comingName(record);
    if (name !== undefined) removeFrom(this.#byComingName, name, record);
  }

  /** Those that run on a resource. */
  on(typeName: string, id: string): readonly OperationRecord[] {
    return [...(this.#byResource.get(resourceKey(typeName, id)) ?? [])];
  }

  /** Identifiers of the resources that will have that name within the parent. */
  findNameHolders(typeName: string, parentId: string, name: string): readonly string[] {
    const records = this.#byComingName.get(nameKey(typeName, parentId, name)) ?? [];
    return Array.from(records, ({ effect }) => (effect.kind === "put" ? effect.resource.id : ""));
  }

  /** Counts those that create a resource of a type within a parent, or within any parent for undefined. */
  countCreated(typeName: string, parentId: string | undefined, exists: (id: string) => boolean): number {
    return [...this.#byId.values()].filter(
      ({ effect }) =>
        effect.kind === "put" &&
        effect.resource.typeName === typeName &&
        (parentId === undefined || effect.resource.parentId === parentId) &&
        !exists(effect.resource.id),
    ).length;
  }

  /** The one that is due first, where its time has come. It stays until it is removed. */
  firstDue(nowMs: number): OperationRecord | undefined {
    for (;;) {
      const due = this.#due.takeUntil(nowMs);
      // One that was aborted is still in the queue.
      if (due === undefined || this.#byId.get(due.record.id) === due.record) return due?.record;
    }
  }
}

function comingName({ effect }: OperationRecord): string | undefined {
  if (effect.kind !== "put" || effect.resource.name === "") return undefined;
  const { typeName, parentId, name } = effect.resource;
  return nameKey(typeName, parentId, name);
}

function resourceKey(typeName: string, id: string): string {
  return `${typeName}/${id}`;
}

/** The length keeps a parent from running into a name. */
function nameKey(typeName: string, parentId: string, name: string): string {
  return `${typeName}/${parentId.length}/${parentId}/${name}`;
}

function addTo(index: Map<string, Set<OperationRecord>>, key: string, record: OperationRecord): void {
  const records = index.get(key);
  if (records === undefined) index.set(key, new Set([record]));
  else records.add(record);
}

function removeFrom(index: Map<string, Set<OperationRecord>>, key: string, record: OperationRecord): void {
  const records = index.get(key);
  records?.delete(record);
  if (records?.size === 0) index.delete(key);
}
