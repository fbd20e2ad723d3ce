/** The facts of a failed call, whichever package has thrown it. */
export interface CallFailure {
  /** `NOT_FOUND`; undefined if no call has thrown it. */
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Whether the server may have got the request. */
  readonly mayHaveReachedServer: boolean;
  /** Whether it may have got it before the last attempt, so that it may complain about the effect of this very call. */
  readonly earlierMayHaveReachedServer: boolean;
}

/** Reads a failure. Errors of packages have no class that is known here. */
export function readFailure(error: unknown): CallFailure {
  const { code, status, requestId, mayHaveReachedServer, earlierMayHaveReachedServer, attempts } = (error ??
    {}) as Readonly<Record<string, unknown>>;
  const isCall = typeof code === "string" && typeof attempts === "number";
  return {
    code: isCall ? code : undefined,
    status: typeof status === "number" ? status : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    mayHaveReachedServer:
      typeof mayHaveReachedServer === "boolean" ? mayHaveReachedServer : isCall && attempts > 0,
    earlierMayHaveReachedServer:
      typeof earlierMayHaveReachedServer === "boolean" ? earlierMayHaveReachedServer : isCall && attempts > 1,
  };
}

/** Whether a failed change met another version of its resource, which nobody but somebody else can have made. */
export function isConflict(error: unknown): boolean {
  const { code, status, earlierMayHaveReachedServer } = readFailure(error);
  return !earlierMayHaveReachedServer && (code === "ABORTED" || status === 409 || status === 412);
}

/** Codes after which nobody knows what the server did. */
const unknownOutcomeCodes: ReadonlySet<string> = new Set([
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
  const { code, mayHaveReachedServer, earlierMayHaveReachedServer } = readFailure(error);
  return (
    earlierMayHaveReachedServer ||
    (mayHaveReachedServer && code !== undefined && unknownOutcomeCodes.has(code))
  );
}
