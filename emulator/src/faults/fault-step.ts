import type { StatusCode } from "../errors/status-code.js";
import type { RetryType } from "@stratus/convention";
import type { ErrorKind } from "../errors/status-error.js";

/** The faults of one attempt, which are applied in this order. */
export interface FaultStep {
  /** Let the attempt pass without a fault. */
  readonly pass?: boolean;
  /** Wait before anything else, in milliseconds. */
  readonly delayMs?: number;
  /** Fail with this code, before the call has any effect. */
  readonly code?: Exclude<StatusCode, "OK">;
  /** Message of the error. */
  readonly message?: string;
  /** The kind of the service error, such as `TooManyRequests`. None by default. */
  readonly kind?: string;
  /** Fields of that kind, by proto name. */
  readonly fields?: ErrorKind["fields"];
  /** `retry_type` of the service error. */
  readonly retryType?: RetryType;
  /** Header `grpc-retry-pushback-ms` of the error (gRPC proposal A6); negative: do not retry. */
  readonly retryPushbackMs?: number;
  /** Execute the call, and drop its response: the client receives UNAVAILABLE, as for a lost connection. */
  readonly dropResponse?: boolean;
  /** Execute the call, and let its operation end with this error. */
  readonly failOperation?: {
    readonly code: Exclude<StatusCode, "OK">;
    readonly message?: string;
    readonly kind?: string;
    readonly fields?: ErrorKind["fields"];
    readonly retryType?: RetryType;
  };
}

/** Returns the kind of service error of a step. */
export function readKind(step: Pick<FaultStep, "kind" | "fields" | "retryType">): ErrorKind | undefined {
  const { kind, fields, retryType } = step;
  if (kind === undefined && retryType === undefined) return undefined;
  return { name: kind ?? "InternalError", fields: fields ?? {}, retryType: retryType ?? "NOTHING" };
}
