/**
 * Calls back after the event loop has read everything that has already arrived.
 *
 * A busy program runs its timers before it reads its sockets. A timeout that is judged at once would therefore end a
 * connection whose response lies unread. The first turn reads, the second delivers what was read.
 */
export function afterPendingReads(judge: () => void): void {
  setImmediate(() => setImmediate(judge));
}
