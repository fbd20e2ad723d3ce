import { hasColors, type Host } from "../host/host.js";
import { safeLine, safeText, UnknownField, unknownNameError, UsageError } from "@stratus/dynamic-client";
import { paint } from "../text/color.js";
import type { CommandErrorCode } from "../error-codes.js";
import { ApplyError } from "./apply-error.js";
import { exitCodes } from "./exit-codes.js";
import { inOwnWords } from "./own-words.js";
import { SeveralErrors } from "./several-errors.js";
import { jsonText } from "./show-json.js";

/** The error of a failed call, as all SDKs throw it. */
interface Failure {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly text?: string | undefined;
  readonly method?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly status?: number | undefined;
  readonly attempts?: number | undefined;
  readonly operationId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly violations?: readonly { readonly path: string; readonly rule: string; readonly text: string }[];
  readonly serviceErrors?: readonly unknown[];
  toJSON?(): { readonly [name: string]: unknown };
}

/**
 * Prints an error, as one JSON object with `-o json`, and returns the exit code.
 *
 * @param login The words that log in, with the profile. Default: `login`.
 */
export async function reportError(
  thrown: unknown,
  host: Host,
  isJson: boolean,
  login = "login",
): Promise<number> {
  const error = thrown instanceof UnknownField ? await nearestField(thrown) : thrown;
  if (error instanceof SeveralErrors) return reportSeveral(error, host, isJson);
  const own = inOwnWords(error, host.name, login);
  const exitCode = own.exitCode ?? errorExitCode(error);
  const fix = own.fix ?? suggestFix(error, exitCode, `${host.name} ${login}`);
  // Errors of logins name options of a program.
  const message = own.message ?? (exitCode === exitCodes.login ? own.text : undefined);
  const more = { ...(message !== undefined && { message }), exitCode, fix };
  if (isJson) host.say(`${jsonText({ error: { ...facts(error), ...more } })}\n`);
  else host.say(`${sentences(error, host, own.text)}${fix === undefined ? "" : `${safeText(fix)}\n`}`);
  return exitCode;
}

/** Prints the errors of several resources. The exit code is that of the first. */
async function reportSeveral(
  { message, failures }: SeveralErrors,
  host: Host,
  isJson: boolean,
): Promise<number> {
  const exitCode = errorExitCode(failures[0]?.error);
  if (isJson) {
    const all = failures.map(({ id, error }) => ({ id, ...facts(error) }));
    host.say(`${jsonText({ error: { message, ...facts(failures[0]?.error), failures: all, exitCode } })}\n`);
    return exitCode;
  }
  for (const { id, error } of failures) {
    const known = error instanceof UnknownField ? await nearestField(error) : error;
    host.say(`${safeLine(id)}: ${sentences(known, host, inOwnWords(known, host.name).text)}`);
  }
  host.say(`${message}.\n`);
  return exitCode;
}

/** Adds a suggestion to the error for an unknown field. */
function nearestField({ field, known, from }: UnknownField): Promise<UsageError> {
  const place = from === undefined ? field : `${field} in ${from}`;
  return unknownNameError("field", field, known, { place, fix: `use one of ${known.join(", ")}` });
}

/** Returns the exit code of an error. */
export function errorExitCode(error: unknown): number {
  if (error instanceof UsageError || error instanceof ApplyError) return error.exitCode;
  const code = errorCode(error);
  if (requestCodes.has(code)) return exitCodes.usage;
  if (code === "INTERRUPTED") return exitCodes.interrupted;
  if (code.startsWith("LOGIN_")) return exitCodes.login;
  return isFailure(error) ? failureExitCode(error) : exitCodes.server;
}

/** Codes of the runtime's errors before a call, such as `OptionsError` and `MessageError`. */
const requestCodes: ReadonlySet<string> = new Set([
  "ARGUMENT_INVALID",
  "FIELD_IMMUTABLE",
  "FILE_UNREADABLE",
  "INSECURE",
  "MASK_PATH_INVALID",
  "MASK_SYNTAX_INVALID",
  "MESSAGE_INVALID",
  "OPTION_CONFLICT",
  "OPTION_INVALID",
  "OPTION_MISSING",
  "OPTION_UNKNOWN",
  "PACKAGE_MISSING",
  "UNSUPPORTED",
  "VERSION_MISMATCH",
]);

/** Returns the code of an error that is not a failed call, or `UNEXPECTED` if it has none. */
function errorCode(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code !== "string") return "UNEXPECTED" satisfies CommandErrorCode;
  return code.startsWith("ERR_PARSE_ARGS") ? "ARGUMENT_INVALID" : code;
}

function failureExitCode({ code, status, operationId, attempts }: Failure): number {
  if (status === 401 || status === 403) return exitCodes.login;
  if (status === 409 || status === 412) return exitCodes.conflict;
  if (code === "UNAUTHENTICATED" || code === "PERMISSION_DENIED") return exitCodes.login;
  if (code === "DEADLINE_EXCEEDED" || code === "UNAVAILABLE" || code === "RESOURCE_EXHAUSTED")
    return exitCodes.unavailable;
  if (operationId) return exitCodes.operation;
  if (code === "NOT_FOUND") return exitCodes.notFound;
  if (code === "ABORTED" || code === "ALREADY_EXISTS") return exitCodes.conflict;
  return code === "INVALID_ARGUMENT" && attempts === 0 ? exitCodes.usage : exitCodes.server;
}

function isFailure(error: unknown): error is Failure {
  return (
    error instanceof Error && "code" in error && /^[A-Z_]+$/.test(String(error.code)) && "attempts" in error
  );
}

function facts(error: unknown): object {
  if (!isFailure(error))
    return {
      name: error instanceof Error ? error.name : "Error",
      message: errorMessage(error),
      code: errorCode(error),
    };
  const { name, message, code, status, attempts } = error;
  return { name, message, code, status, attempts, ...error.toJSON?.(), text: error.text };
}

function sentences(error: unknown, host: Host, text: string | undefined): string {
  const label = hasColors(host, "err") ? paint("error:", "red") : "error:";
  if (!isFailure(error)) return `${label} ${safeText(text ?? errorMessage(error))}\n`;
  const own = text === undefined ? messageLines(error) : [text, placeLine(error)];
  const violations = (error.violations ?? []).map(({ path, text: rule }) => `${path}: ${rule}`);
  const [first = "", ...lines] = own.filter((line) => line !== "");
  return [
    `${label} ${safeText(first)}\n`,
    ...[...lines, ...violations].map((line) => `  ${safeLine(line)}\n`),
  ].join("");
}

/** Returns the lines of an error: the message, the method and endpoint, and what service errors add to it. */
function messageLines(error: Failure): readonly string[] {
  const { code, text, message } = error;
  // Errors of REST clients have a message that names the request, and no text.
  if (text === undefined) return [message];
  const says = [code, text].filter((part) => part !== "").join(": ");
  const own = [error.toJSON?.()["serviceErrors"] ?? []].flat();
  return [says, placeLine(error), ...own.map((one) => newFacts(one, says).join(", "))];
}

function placeLine({ method, endpoint, attempts = 0, operationId, requestId }: Failure): string {
  const place = [
    method,
    endpoint && `at ${endpoint}`,
    attempts > 1 && `after ${attempts} attempts`,
    operationId && `operation ${operationId}`,
    requestId && `request ${requestId}`,
  ];
  return place.filter(Boolean).join(", ");
}

/** Fields of service errors that the message or the exit code state already. */
const known: ReadonlySet<string> = new Set(["code", "retryType", "service"]);

/** Returns the fields of a service error that the message does not contain, as `name: value`. */
function newFacts(value: unknown, said: string, name = ""): readonly string[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) =>
      known.has(key) && name === "" ? [] : newFacts(one, said, Array.isArray(value) ? name : key),
    );
  return value === "" || value === null || said.includes(String(value)) ? [] : [`${name}: ${String(value)}`];
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns what the user can do, for some exit codes. */
function suggestFix(error: unknown, exitCode: number, login: string): string | undefined {
  if (errorCode(error).startsWith("LOGIN_")) return undefined;
  if (exitCode === exitCodes.login) return `Log in with ${login}.`;
  if (exitCode === exitCodes.unavailable)
    return "The command is correct, but the service did not answer in time. Try again later.";
  if (exitCode === exitCodes.conflict)
    return "The resource was changed by someone else, or already exists. Read it again.";
  return undefined;
}
