/** The facts of a failed call, whichever package has thrown it. */
export interface Failure {
  /** `NOT_FOUND`; undefined if no call has thrown it. */
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Whether the server may have got the request. */
  readonly mayHaveArrived: boolean;
  /** Whether it may have got it before the last attempt, so that it may complain about the effect of this very call. */
  readonly mayHaveArrivedEarlier: boolean;
}

/** Reads a failure. Errors of packages have no class that is known here. */
export function readFailure(error: unknown): Failure {
  const { code, status, requestId, mayHaveReachedServer, earlierMayHaveReachedServer, attempts } = (error ??
    {}) as Readonly<Record<string, unknown>>;
  const isCall = typeof code === "string" && typeof attempts === "number";
  return {
    code: isCall ? code : undefined,
    status: typeof status === "number" ? status : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    mayHaveArrived: typeof mayHaveReachedServer === "boolean" ? mayHaveReachedServer : isCall && attempts > 0,
    mayHaveArrivedEarlier:
      typeof earlierMayHaveReachedServer === "boolean" ? earlierMayHaveReachedServer : isCall && attempts > 1,
  };
}

/** Whether a failed change met another version of its resource, which nobody but somebody else can have made. */
export function isConflict(error: unknown): boolean {
  const { code, status, mayHaveArrivedEarlier } = readFailure(error);
  return !mayHaveArrivedEarlier && (code === "ABORTED" || status === 409 || status === 412);
}

/** Codes after which nobody knows what the server did. */
const unsure: ReadonlySet<string> = new Set([
  "CANCELLED",
  "DATA_LOSS",
  "DEADLINE_EXCEEDED",
  "DECODE",
  "INTERNAL",
  "SERVER_ERROR",
  "UNAVAILABLE",
  "UNKNOWN",
  "VALIDATION",
]);

/** Whether nobody knows if a failed change was made. */
export function isUnknownOutcome(error: unknown): boolean {
  const { code, mayHaveArrived, mayHaveArrivedEarlier } = readFailure(error);
  return mayHaveArrivedEarlier || (mayHaveArrived && code !== undefined && unsure.has(code));
}
