import { safeLine, type Sdk, UsageError } from "@stratus/dynamic-client";
import type { Host } from "../host/host.js";
import { shellQuote } from "../text/shell-quote.js";
import { beginsWithVerb, translateLine } from "./translate-line.js";

/** The codes of mistakes that a habit of another command line may explain. */
const codes: ReadonlySet<string> = new Set(["ARGUMENT_INVALID", "ARGUMENT_MISSING", "NAME_UNKNOWN"]);

/** Adds the command to type to an error, if the line follows the habits of another command line. */
export async function adviseLine(
  error: unknown,
  sdk: Sdk,
  argv: readonly string[],
  host: Host,
): Promise<unknown> {
  if (!(error instanceof UsageError) || !codes.has(error.code)) return error;
  const line = await translateLine(sdk, argv);
  if (!line) return beginsWithVerb(argv) ? withExample(error, sdk, host) : error;
  const command = safeLine([host.name, ...line.argv.map(shellQuote)].join(" "));
  return new UsageError(error.code, `${error.message}\nType: ${command}`, error.exitCode);
}

/** Adds an example of the order of words to an error about a line that begins with a verb. */
function withExample(error: UsageError, sdk: Sdk, { name }: Host): UsageError {
  const entry = sdk.guide.services.find((one) => sdk.lines(one).some(({ role }) => role === "list"));
  const line = entry && sdk.lines(entry).find(({ role }) => role === "list");
  if (!entry || !line) return error;
  const example = safeLine(`${name} ${entry.words} ${line.word}`);
  return new UsageError(error.code, `${error.message}\nThe service comes first, such as: ${example}`);
}
