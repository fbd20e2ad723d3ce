/**
 * Operations: what was accepted, when it is due, how it ended, and how it is
 * written as a message of the API.
 */
import type { AcceptedOperation, Effect, OperationRecord, OperationStatus } from "./operation-record.js";

/** Which operations to list. */
export interface OperationFilter {
  readonly endpoint?: string;
  readonly resourceId?: string;
  readonly parentId?: string;
  readonly resourceType?: string | undefined;
}

/**
 * All operations. Time moves in it only by `settle`, which completes what is
 * due and deletes what is past retention (docs/conventions.md, "Operations": running operations
 * are never deleted).
 */
export class OperationStore {
  readonly #byId = new Map<string, OperationRecord>();
  readonly #running = new Map<string, OperationRecord>();
  /** Identifiers of completed operations, the earliest first. */
  readonly #completed: string[] = [];
  readonly #retentionMs: number;
  readonly #apply: (effect: Effect) => void;
  #nextSequence = 1;
  #changed: (id: string) => void = () => {};

  constructor(retentionMs: number, apply: (effect: Effect) => void) {
    this.#retentionMs = retentionMs;
    this.#apply = apply;
  }

  /** Calls the function, from now on, for each operation that is accepted, completes or is deleted. */
  watch(changed: (id: string) => void): void {
    this.#changed = changed;
  }

  /** Takes an operation on. It completes in `settle`, at its time. */
  accept(accepted: AcceptedOperation): void {
    const record = { ...accepted, sequence: this.#nextSequence, status: undefined, finishedAtMs: undefined };
    this.#nextSequence += 1;
    this.#byId.set(record.id, record);
    this.#running.set(record.id, record);
    this.#changed(record.id);
  }

  /** Puts a saved operation back. */
  restore(record: OperationRecord): void {
    this.#byId.set(record.id, record);
    if (record.status === undefined) this.#running.set(record.id, record);
    else this.#completed.push(record.id);
    this.#nextSequence = Math.max(this.#nextSequence, record.sequence + 1);
  }

  /** Completes the operations that are due, in the order of their times, and deletes those past retention. */
  settle(nowMs: number): void {
    const due = [...this.#running.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs);
    due.sort((a, b) => a.dueAtMs - b.dueAtMs || a.sequence - b.sequence);
    for (const record of due) {
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

  get(id: string): OperationRecord | undefined {
    return this.#byId.get(id);
  }

  /** The operations that have not completed. */
  running(): IterableIterator<OperationRecord> {
    return this.#running.values();
  }

  values(): IterableIterator<OperationRecord> {
    return this.#byId.values();
  }

  /** Up to `limit` operations, the newest first, accepted before a place in the order of acceptance. */
  list(
    filter: OperationFilter,
    beforeSequence: number,
    limit: number,
    matches: (record: OperationRecord) => boolean = () => true,
  ): OperationRecord[] {
    const found = [...this.#byId.values()].filter(
      (record) =>
        record.sequence < beforeSequence &&
        (filter.endpoint === undefined || record.endpoint === filter.endpoint) &&
        (filter.resourceId === undefined || record.resourceId === filter.resourceId) &&
        (filter.parentId === undefined || record.parentId === filter.parentId) &&
        (filter.resourceType === undefined || record.resourceType === filter.resourceType) &&
        matches(record),
    );
    return found.sort((a, b) => b.sequence - a.sequence).slice(0, limit);
  }

  #finish(record: OperationRecord, status: OperationStatus, finishedAtMs: number): void {
    this.#running.delete(record.id);
    // What it did is done: to keep it would keep every version of every resource.
    this.#byId.set(record.id, { ...record, effect: { kind: "none" }, status, finishedAtMs });
    this.#completed.push(record.id);
    this.#changed(record.id);
  }

  #deleteExpired(nowMs: number): void {
    for (;;) {
      const [id] = this.#completed;
      const finishedAtMs = id === undefined ? undefined : this.#byId.get(id)?.finishedAtMs;
      if (id === undefined || finishedAtMs === undefined || finishedAtMs + this.#retentionMs > nowMs) return;
      this.#completed.shift();
      this.#byId.delete(id);
      this.#changed(id);
    }
  }
}
