/** What a line of the log is about, for those who search in it. No secrets. */
export interface LogFields {
  /** `deprecated_method`, `deprecated_service`, `large_reset_mask`, `unknown_mask_field`, `empty_update`, `broken_rules`, `hook_failed`, `no_connection`, `insecure_endpoint`, `token_cache` or `waiting_streams`; of a line for debugging, its subject. */
  readonly event:
    | "deprecated_method"
    | "deprecated_service"
    | "large_reset_mask"
    | "unknown_mask_field"
    | "empty_update"
    | "broken_rules"
    | "hook_failed"
    | "no_connection"
    | "insecure_endpoint"
    | "token_cache"
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
}

/** What a line for debugging is about. */
export type DebugEvent = "call" | "attempt" | "retry" | "token" | "connection" | "ping" | "goaway";

/**
 * Where the runtime writes its few warnings. `console` and pino are
 * loggers as they are: fields come before the message, as pino wants it. What a
 * logger throws changes nothing of a call.
 */
export interface Logger {
  /** Something that should be changed: a deprecated method or service, an oversized mask, an Update that changes nothing, an endpoint that nobody reaches. No secrets. */
  warn(fields: LogFields, message: string): void;
  /** The steps of a session, if its option `debug` asks for it. No secrets. Left out: to standard error. */
  debug?(fields: LogFields, message: string): void;
}
