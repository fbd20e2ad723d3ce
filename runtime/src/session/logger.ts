/** What a line of the log is about, for those who search in it. No secrets. */
export interface LogFields {
  /** `deprecated_method`, `large_reset_mask` or `hook_failed`. */
  readonly event: "deprecated_method" | "large_reset_mask" | "hook_failed";
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The rpc, where it is about one: `svc.compute.v1.InstanceService/Get`. */
  readonly method?: string;
}

/**
 * Where the runtime writes the little that it has to say. `console` and pino are
 * loggers as they are: fields come before the message, as pino wants it. What a
 * logger throws changes nothing of a call.
 */
export interface Logger {
  /** Something that works but should be changed: a deprecated method, an oversized mask. No secrets. */
  warn(fields: LogFields, message: string): void;
}

/** Without a logger, warnings are Node's own, which `--no-warnings` switches off. */
export function processWarnings(session: string): Logger {
  return { warn: (_fields, message) => process.emitWarning(message, `${session}Warning`) };
}
