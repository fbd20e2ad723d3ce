import type { Logger } from "../../calls/chain/logger.js";

/** Without a logger, warnings are Node's own, which `--no-warnings` switches off. */
export function processWarnings(session: string): Logger {
  return { warn: (_fields, message) => process.emitWarning(message, `${session}Warning`) };
}
