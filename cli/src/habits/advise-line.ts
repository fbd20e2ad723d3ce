import { safeLine, type Sdk, UsageError } from "@stratus/dynamic-client";
import type { Host } from "../host/host.js";
import { shellQuote } from "../text/shell-quote.js";
import { translateLine } from "./translate-line.js";

/** The codes of mistakes that a habit of another command line may explain. */
const codes: ReadonlySet<string> = new Set(["ARGUMENT_INVALID", "ARGUMENT_MISSING", "NAME_UNKNOWN"]);

/** Adds the command to type to an error, if the line follows the habits of another command line. */
export function adviseLine(error: unknown, sdk: Sdk, argv: readonly string[], host: Host): unknown {
  if (!(error instanceof UsageError) || !codes.has(error.code)) return error;
  const line = translateLine(sdk, argv);
  if (!line) return error;
  const command = safeLine([host.name, ...line.argv.map(shellQuote)].join(" "));
  return new UsageError(error.code, `${error.message}\nType: ${command}`, error.exitCode);
}
