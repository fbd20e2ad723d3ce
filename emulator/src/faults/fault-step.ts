import type { StatusCode } from "../errors/status-code.js";
import type { RetryType } from "@stratus/convention";
import type { ErrorKind } from "../errors/status-error.js";

/** The faults of one attempt. A step with several parts applies them in this order. */
export interface FaultStep {
  /** The attempt goes through as if there were no script. */
  readonly pass?: boolean;
  /** Wait before anything else. */
  readonly delayMs?: number;
  /** Fail with this code, before the call has any effect. */
  readonly code?: Exclude<StatusCode, "OK">;
  /** Message of the error. */
  readonly message?: string;
  /** Kind of the service error, such as `TooManyRequests`; none when left out. */
  readonly kind?: string;
  /** Fields of that kind, by proto name. */
  readonly fields?: ErrorKind["fields"];
  /** `retry_type` of the service error. */
  readonly retryType?: RetryType;
  /** Header `grpc-retry-pushback-ms` of the error (gRPC proposal A6); negative: do not retry. */
  readonly retryPushbackMs?: number;
  /** Carry the call out, then lose the reply: the client sees a broken connection (UNAVAILABLE). */
  readonly dropReply?: boolean;
  /** Carry the call out, and let the operation that it makes end in this failure. */
  readonly failOperation?: {
    readonly code: Exclude<StatusCode, "OK">;
    readonly message?: string;
    readonly kind?: string;
    readonly fields?: ErrorKind["fields"];
    readonly retryType?: RetryType;
  };
}

/** The kind of service error that a step asks for. */
export function readKind(step: Pick<FaultStep, "kind" | "fields" | "retryType">): ErrorKind | undefined {
  const { kind, fields, retryType } = step;
  if (kind === undefined && retryType === undefined) return undefined;
  return { name: kind ?? "InternalError", fields: fields ?? {}, retryType: retryType ?? "NOTHING" };
}
