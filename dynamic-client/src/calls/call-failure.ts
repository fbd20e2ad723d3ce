/** The facts of a failed call, regardless of the SDK that threw the error. */
export interface CallFailure {
  /** The code, such as `NOT_FOUND`. Undefined if the error does not come from a call. */
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The number of attempts. Undefined if the error does not come from a call. */
  readonly attempts: number | undefined;
  /** Whether the server may have received the request. */
  readonly mayHaveReachedServer: boolean;
  /** Whether an earlier attempt may have reached the server, so that the error may be caused by the call itself. */
  readonly earlierMayHaveReachedServer: boolean;
}

/** Returns the text of an error without the option of a program that the runtime adds to it. */
export function withoutProgramAdvice(text: string): string {
  return text.replace(/(?:; |^)\w+ sends no credentials; pass credentials: .* or the like/, "");
}

/** Reads the facts of an error. It checks properties, because each SDK has its own error class. */
export function readFailure(error: unknown): CallFailure {
  const {
    code,
    status,
    requestId,
    mayHaveReachedServer,
    earlierMayHaveReachedServer,
    attempts,
    clientReason,
  } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const isCall = typeof code === "string" && typeof attempts === "number";
  return {
    code: isCall ? code : undefined,
    status: typeof status === "number" ? status : undefined,
    attempts: isCall ? attempts : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    mayHaveReachedServer:
      typeof mayHaveReachedServer === "boolean"
        ? mayHaveReachedServer
        : isCall && attempts > 0 && clientReason !== "CONNECT_FAILED",
    earlierMayHaveReachedServer:
      typeof earlierMayHaveReachedServer === "boolean" ? earlierMayHaveReachedServer : isCall && attempts > 1,
  };
}

/** Whether a change failed because somebody else changed the resource. False if an earlier attempt may have caused it. */
export function isConflict(error: unknown): boolean {
  const { code, status, earlierMayHaveReachedServer } = readFailure(error);
  return !earlierMayHaveReachedServer && (code === "ABORTED" || status === 409 || status === 412);
}

/** Codes after which the outcome of a change is unknown. */
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

/** Whether the server may have applied a failed change. */
export function isUnknownOutcome(error: unknown): boolean {
  const { code, mayHaveReachedServer, earlierMayHaveReachedServer } = readFailure(error);
  return (
    earlierMayHaveReachedServer ||
    (mayHaveReachedServer && code !== undefined && unknownOutcomeCodes.has(code))
  );
}
