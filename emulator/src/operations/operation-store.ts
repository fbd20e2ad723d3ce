/**
 * Operations: what was accepted, when it is due, how it ended, and how it is
 * written as a message of the API.
 */
import type {
  AcceptedOperation,
  Effect,
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
 * All operations. Time moves in it only by `settle`, which completes what is
 * due and deletes what is past retention (docs/conventions.md, "Operations": running operations
 * are never deleted).
 */
export class OperationStore {
  readonly #byId = new Map<string, OperationRecord | LazyOperation>();
  readonly #running = new RunningOperations();
  /** Completed operations by the end of their retention; nothing where they are kept forever. */
  readonly #expiring = new TimeQueue<Timed & { readonly id: string }>();
  readonly #retentionMs: number;
  readonly #apply: (effect: Effect) => void;
  /** Callbacks that wait for the end of operations. */
  readonly #ends = new Map<string, Set<() => void>>();
  #nextSequence = 1;
  #changed: (id: string, before: OperationRecord | undefined) => void = () => {};

  constructor(retentionMs: number, apply: (effect: Effect) => void) {
    this.#retentionMs = retentionMs;
    this.#apply = apply;
  }

  /** Calls the function, from now on, for each operation that is accepted, completes or is deleted, with what it was before. */
  watch(changed: (id: string, before: OperationRecord | undefined) => void): void {
    this.#changed = changed;
  }

  /** Takes an operation on. It completes in `settle`, at its time. */
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

  /** Forgets an operation, as if it had never been accepted, without notifying watchers. */
  forget(id: string): void {
    this.#running.remove(id);
    this.#byId.delete(id);
  }

  /** Completes the operations that are due, in the order of their times, and deletes those past retention. */
  settle(nowMs: number): void {
    for (let record = this.#running.firstDue(nowMs); record; record = this.#running.firstDue(nowMs)) {
      if (record.failure === undefined) this.#apply(record.effect);
      this.#finish(record, record.failure ?? { code: "OK", message: "" }, record.dueAtMs);
    }
    this.#deleteExpired(nowMs);
  }

  /** Ends a running operation early, without its effect. */
  abort(id: string, status: OperationStatus, nowMs: number): void {
    const record = this.#running.get(id);
    if (record !== undefined) this.#finish(record, status, nowMs);
  }

  /** Deletes an operation. One that runs is not seen any more, and takes effect all the same. */
  delete(id: string): void {
    const record = this.get(id);
    if (record === undefined) return;
    if (record.status === undefined) this.restore({ ...record, isDeleted: true });
    else this.#byId.delete(id);
    this.#changed(id, record);
    this.#notifyEnd(id);
  }

  /**
   * Calls the function once, when the operation completes or is deleted.
   *
   * @returns what takes that back
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

  /** The operations that have not completed. */
  get running(): Pick<RunningOperations, "on" | "findNameHolders"> {
    return this.#running;
  }

  /** All operations; those that were not read yet stay so. */
  values(): IterableIterator<OperationRecord | LazyOperation> {
    return this.#byId.values();
  }

  /** Up to `limit` operations, the newest first, accepted before a place in the order of acceptance. */
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
      if (passes(record, filter) && matches(record)) found.push(record);
    }
    return found;
  }

  #finish(record: OperationRecord, status: OperationStatus, finishedAtMs: number): void {
    // What it did is done: to keep it would keep every version of every resource.
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
      // One that was undone and completed anew is in the queue twice.
      if (record?.finishedAtMs === undefined || record.finishedAtMs + this.#retentionMs > nowMs) continue;
      this.#byId.delete(record.id);
      this.#changed(record.id, record);
    }
  }
}

function passes(record: OperationRecord, filter: OperationFilter): boolean {
  return (
    (filter.endpoint === undefined || record.endpoint === filter.endpoint) &&
    (filter.resourceId === undefined || record.resourceId === filter.resourceId) &&
    (filter.parentId === undefined || record.parentId === filter.parentId) &&
    (filter.place === undefined || [record.resourceId, record.parentId].includes(filter.place)) &&
    record.isDeleted !== true &&
    (filter.resourceType === undefined || record.resourceType === filter.resourceType)
  );
}
