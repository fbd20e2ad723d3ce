import { GCProfiler, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * The flags of a process for `heapBytes`: a young generation that is large enough
 * for all allocations of a slice.
 */
export const heapFlags: readonly string[] = ["--min-semi-space-size=128", "--max-semi-space-size=128"];

setFlagsFromString("--expose-gc");

/** Collects all garbage now, so that no slice pays for what ran before it. */
export const collectGarbage: () => void = runInNewContext("gc") as () => void;

/**
 * Bytes that some work allocates on V8's heap. Without a collection the heap
 * only grows, by exactly what is allocated: its allocation pointer moves on, and
 * nothing is counted that lived before. So the difference is the whole of it,
 * garbage too, and no sample. A slice in which V8 did collect is repeated. The memory of buffers outside the heap is not in it.
 */
export async function heapBytes(work: () => Promise<void>): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt++) {
    collectGarbage();
    const collections = new GCProfiler();
    collections.start();
    const before = getHeapStatistics().used_heap_size;
    await work();
    const after = getHeapStatistics().used_heap_size;
    if (collections.stop()?.statistics.length === 0) return after - before;
  }
  throw new Error("V8 collected within each of five slices");
}
