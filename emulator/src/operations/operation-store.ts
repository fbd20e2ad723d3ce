/** Stores operations. This folder also renders them as messages of the API. */
import type {
  AcceptedOperation,
  OperationRecord,
  OperationStatus,
  LazyOperation,
} from "./operation-record.js";
import { RunningOperations } from "./running-operations.js";
import { type Timed, TimeQueue } from "./time-queue.js";

/** Selects the operations to list. */
export interface OperationFilter {
  readonly endpoint?: string;
  readonly resourceId?: string;
  readonly parentId?: string;
  /** Identifier of the resource, or of its parent. */
  readonly place?: string;
  readonly resourceType?: string | undefined;
}

/**
 * Stores all operations. `settle` completes operations that are due and deletes those past retention. Running operations are never
 * deleted (docs/conventions.md, "Operations").
 */
export class OperationStore {
  readonly #byId = new Map<string, OperationRecord | LazyOperation>();
  readonly #running = new RunningOperations();
  /** Operations that are done, by the end of their retention. Empty if they are retained forever. */
  readonly #expiring = new TimeQueue<Timed & { readonly id: string }>();
  readonly #retentionMs: number;
  readonly #apply: (record: OperationRecord) => void;
  /** Callbacks that wait for the end of operations. */
  readonly #ends = new Map<string, Set<() => void>>();
  #nextSequence = 1;
  #changed: (id: string, before: OperationRecord | undefined) => void = () => {};

  constructor(retentionMs: number, apply: (record: OperationRecord) => void) {
    this.#retentionMs = retentionMs;
    this.#apply = apply;
  }

  /** Sets a function that is called for each operation that is created, completed or deleted, with its previous state. */
  watch(changed: (id: string, before: OperationRecord | undefined) => void): void {
    this.#changed = changed;
  }

  /** Adds an operation. `settle` completes it when it is due. */
  accept(accepted: AcceptedOperation): void {
    const record = { ...accepted, sequence: this.#nextSequence, status: undefined, finishedAtMs: undefined };
    this.restore(record);
    this.#changed(record.id, undefined);
  }

  /** Restores a saved operation, replacing the current one if there is one, without notifying watchers. */
  restore(record: OperationRecord | LazyOperation): void {
    const { id, sequence, finishedAtMs } = record;
    this.#running.remove(id);
    this.#byId.set(id, record);
    if (finishedAtMs !== undefined) this.#expire(id, sequence, finishedAtMs);
    else if (!("read" in record)) this.#running.add(record);
    this.#nextSequence = Math.max(this.#nextSequence, sequence + 1);
  }

  /** Removes an operation without notifying watchers. */
  forget(id: string): void {
    this.#running.remove(id);
    this.#byId.delete(id);
    this.#notifyEnd(id);
  }

  /** Completes the operations that are due, in the order of their times, and deletes those past retention. */
  settle(nowMs: number): void {
    for (let record = this.#running.firstDue(nowMs); record; record = this.#running.firstDue(nowMs)) {
      if (record.failure === undefined) this.#apply(record);
      this.#finish(record, record.failure ?? { code: "OK", message: "" }, record.dueAtMs);
    }
    this.#deleteExpired(nowMs);
  }

  /** Ends a running operation early, without its effect. */
  abort(id: string, status: OperationStatus, nowMs: number): void {
    const record = this.#running.get(id);
    if (record !== undefined) this.#finish(record, status, nowMs);
  }

  /** Deletes an operation. A running one still takes effect when it is due. */
  delete(id: string): void {
    const record = this.get(id);
    if (record === undefined) return;
    if (record.status === undefined) this.restore({ ...record, isDeleted: true });
    else this.#byId.delete(id);
    this.#changed(id, record);
    this.#notifyEnd(id);
  }

  /**
   * Calls the function once when the operation is done or deleted.
   *
   * @returns a function that removes the listener
   */
  onEnd(id: string, listener: () => void): () => void {
    const listeners = this.#ends.get(id) ?? new Set();
    this.#ends.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ends.get(id) === listeners) this.#ends.delete(id);
    };
  }

  get(id: string): OperationRecord | undefined {
    const known = this.#byId.get(id);
    if (known === undefined || !("read" in known)) return known;
    const record = known.read();
    this.#byId.set(id, record);
    return record;
  }

  /** The running operations. */
  get running(): Pick<RunningOperations, "on" | "findNameHolders" | "countCreated"> {
    return this.#running;
  }

  /** Returns all operations. Those that are not parsed yet remain so. */
  values(): IterableIterator<OperationRecord | LazyOperation> {
    return this.#byId.values();
  }

  /** Lists up to `limit` operations, newest first, that were created before a position in the order of creation. */
  list(
    filter: OperationFilter,
    beforeSequence: number,
    limit: number,
    matches: (record: OperationRecord) => boolean = () => true,
  ): OperationRecord[] {
    const older = [...this.#byId.values()].filter(({ sequence }) => sequence < beforeSequence);
    older.sort((a, b) => b.sequence - a.sequence);
    const found: OperationRecord[] = [];
    for (const one of older) {
      if (found.length === limit) break;
      const record = "read" in one ? one.read() : one;
      if (matchesFilter(record, filter) && matches(record)) found.push(record);
    }
    return found;
  }

  #finish(record: OperationRecord, status: OperationStatus, finishedAtMs: number): void {
    // The effect is not stored any longer, because it would retain every version of every resource.
    if (record.isDeleted === true) this.forget(record.id);
    else this.restore({ ...record, effect: { kind: "none" }, status, finishedAtMs });
    this.#changed(record.id, record);
    this.#notifyEnd(record.id);
  }

  #notifyEnd(id: string): void {
    const listeners = this.#ends.get(id) ?? [];
    this.#ends.delete(id);
    for (const listener of listeners) listener();
  }

  #expire(id: string, sequence: number, finishedAtMs: number): void {
    const atMs = finishedAtMs + this.#retentionMs;
    if (atMs !== Infinity) this.#expiring.add({ atMs, sequence, id });
  }

  #deleteExpired(nowMs: number): void {
    for (let next = this.#expiring.takeUntil(nowMs); next; next = this.#expiring.takeUntil(nowMs)) {
      const record = this.get(next.id);
      // An operation whose completion was undone and repeated is in the queue twice.
      if (record?.finishedAtMs === undefined || record.finishedAtMs + this.#retentionMs > nowMs) continue;
      this.#byId.delete(record.id);
      this.#changed(record.id, record);
    }
  }
}

function matchesFilter(record: OperationRecord, filter: OperationFilter): boolean {
  return (
    (filter.endpoint === undefined || record.endpoint === filter.endpoint) &&
    (filter.resourceId === undefined || record.resourceId === filter.resourceId) &&
    (filter.parentId === undefined || record.parentId === filter.parentId) &&
    (filter.place === undefined || [record.resourceId, record.parentId].includes(filter.place)) &&
    record.isDeleted !== true &&
    (filter.resourceType === undefined || record.resourceType === filter.resourceType)
  );
}
