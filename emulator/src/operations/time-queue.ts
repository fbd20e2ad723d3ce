/** Something with a time, and a place among those of the same time. */
export interface Timed {
  readonly atMs: number;
  readonly sequence: number;
}

/** A queue that gives the earliest first, whatever the order in which they came: a binary heap. */
export class TimeQueue<Item extends Timed> {
  readonly #heap: Item[] = [];

  /** How many wait. */
  get size(): number {
    return this.#heap.length;
  }

  add(item: Item): void {
    const heap = this.#heap;
    let place = heap.push(item) - 1;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(item, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = item;
  }

  /** The earliest, which leaves the queue, where its time is not after that one; undefined otherwise. */
  takeUntil(nowMs: number): Item | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.atMs > nowMs) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: Item): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      let below = heap[child];
      const right = heap[child + 1];
      if (below !== undefined && right !== undefined && isBefore(right, below)) {
        child += 1;
        below = right;
      }
      if (below === undefined || !isBefore(below, item)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = item;
  }
}

function isBefore(a: Timed, b: Timed): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.sequence < b.sequence);
}
