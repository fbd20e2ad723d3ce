/** The fields of a log record. They contain no secrets. */
export interface LogFields {
  /** `deprecated_method`, `deprecated_service`, `large_reset_mask`, `unknown_mask_field`, `empty_update`, `invalid_request`, `hook_failed`, `no_connection`, `insecure_endpoint`, `token_cache`, `too_many_pings` or `waiting_streams`; of a line for debugging, its subject. */
  readonly event:
    | "deprecated_method"
    | "deprecated_service"
    | "large_reset_mask"
    | "unknown_mask_field"
    | "empty_update"
    | "invalid_request"
    | "hook_failed"
    | "no_connection"
    | "insecure_endpoint"
    | "token_cache"
    | "too_many_pings"
    | "waiting_streams"
    | DebugEvent;
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The rpc, if it is about one: `svc.compute.v1.InstanceService/Get`. */
  readonly method?: string;
  /** The service, if it is about one as a whole: `svc.compute.v1.InstanceService`. */
  readonly service?: string;
  /** The endpoint, if it is about one: `compute.api.example.com:443`. */
  readonly endpoint?: string;
  /** The code of the failure, if it is about one: `UNAVAILABLE`. */
  readonly code?: string;
  /** The client's own reason of the failure, if it has one: `CONNECT_FAILED`. */
  readonly clientReason?: string | undefined;
  /** Number of the attempt, from 1. At the end of a call, the number of attempts. Only in the debug log. */
  readonly attempt?: number;
  /** Identifier of the request, if the server sent one. Only in the debug log. */
  readonly requestId?: string;
  /** Duration of what has ended, in milliseconds. Only in the debug log. */
  readonly durationMs?: number;
  /** Delay before the next attempt, in milliseconds. Only in the debug log. */
  readonly delayMs?: number;
  /** Whether the server asked for the delay, if it is about a retry. */
  readonly isPushback?: boolean;
}

/** The subject of a record of the debug log. */
export type DebugEvent = "call" | "attempt" | "retry" | "token" | "connection" | "ping" | "goaway";

/**
 * Receives the runtime's warnings. `console` and pino are loggers as they are: the fields come before the message,
 * as in pino. An exception of a logger does not affect a call.
 */
export interface Logger {
  /**
   * Logs a problem that somebody should fix, such as a deprecated method, an oversized mask, or an unreachable
   * endpoint. It contains no secrets.
   */
  warn(fields: LogFields, message: string): void;
  /** Logs the steps of a session if its option `debug` is set. They contain no secrets. Default: standard error. */
  debug?(fields: LogFields, message: string): void;
}
