/** Where the runtime writes the little that it has to say. `console` and pino both are one. */
export interface Logger {
  /** Something that works but should be changed: a deprecated method, an oversized mask. No secrets. */
  warn(message: string): void;
}

/** Without a logger, warnings are Node's own, which `--no-warnings` switches off. */
export function processWarnings(session: string): Logger {
  return { warn: (message) => process.emitWarning(message, `${session}Warning`) };
}
