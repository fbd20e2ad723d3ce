/**
 * Lets all that has arrived be read before something is judged by its absence: a program that was busy for long comes
 * to its timers before it comes to its sockets. One turn of the event loop reads, the next gives what was read.
 */
export function afterArrivals(judge: () => void): void {
  setImmediate(() => setImmediate(judge));
}
