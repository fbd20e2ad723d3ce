/** Bytes of a request up to which time matters more than memory. */
const largestQuick = 1 << 24;

/**
 * What V8 is told for a request of so many bytes; undefined where it is left as it is.
 *
 * For a large one the heap grows by a half between collections, instead of up to four times: most of what a run makes
 * is garbage at once. A whole platform's protos take a tenth less memory so, for as much more processor time at most.
 */
export function heapFlagFor(requestBytes: number): string | undefined {
  return requestBytes > largestQuick ? "--heap-growing-percent=50" : undefined;
}
