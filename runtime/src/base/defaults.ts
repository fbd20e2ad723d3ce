/** Defaults of options, in milliseconds and bytes. A spec compares the doc comments and the docs that quote them. */
export const defaults = {
  timeoutMs: 60_000,
  attemptTimeoutMs: 20_000,
  overallTimeoutMs: 15 * 60_000,
  connectTimeoutMs: 10_000,
  /** Of a session over `fetch`. */
  unansweredTimeoutMs: 10_000,
  baseDelayMs: 100,
  maxDelayMs: 5_000,
  maxRetryAfterMs: 30_000,
  /** Bounds of the pauses between two reads of an operation, unless `pollIntervalMs` is set. */
  pollIntervalMs: 1_000,
  maxPollIntervalMs: 30_000,
  keepaliveMs: 20_000,
  /** Not an option: the time that a server has to acknowledge a keepalive ping. */
  keepaliveTimeoutMs: 10_000,
  graceMs: 10_000,
  /** `timeoutMs` of `modify`, from its first conflict on. */
  conflictTimeoutMs: 60_000,
  /** `timeoutMs` of `commandToken`. */
  commandTimeoutMs: 30_000,
  /** The 4 MB of other gRPC clients refuse ordinary pages of lists. */
  maxReceiveBytes: 64 * 1024 * 1024,
  /** Enough for 100 Mbit/s over a round trip of 300 ms. */
  windowBytes: 4 * 1024 * 1024,
  /** Not an option: the maximum to which a window grows that no option sets. */
  maxWindowBytes: 16 * 1024 * 1024,
  /** `maxReceiveBytes` of a server for Connect and gRPC-web. */
  serverMaxReceiveBytes: 4 * 1024 * 1024,
} as const;
