import {
  isUnverifiedServer,
  QueryError,
  readFailure,
  unverifiedServer,
  UsageError,
  withoutProgramAdvice,
} from "@stratus/dynamic-client";
import { hideSecretParts } from "../answer/secret-text.js";
import { truncate, quoteData } from "../text/quote-data.js";
import type { RefusalCode } from "../error-codes.js";
import { Refusal } from "../text/refusal.js";
import type { Api } from "./api.js";
import { loginAdvice } from "./configuration.js";

/** The maximum length of an error text, in characters. */
const maxErrorLength = 2_000;

/** Codes of calls that no server answered. */
const unanswered: ReadonlySet<string> = new Set(["CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE"]);

/** Describes an error to the model, each fact once. Texts of the API are quoted as data, without secrets. */
export function failureText(error: unknown, api: Api): string {
  // Refusals are of our own making and bounded. They may contain a new plan.
  if (error instanceof Refusal) return error.message;
  if (error instanceof UsageError) return truncate(error.message, maxErrorLength);
  if (error instanceof QueryError) return `query: ${truncate(error.message, maxErrorLength)}`;
  if (isUnverifiedServer(error))
    return `The call failed: ${unverifiedServer.text}. In the environment of this server: ${unverifiedServer.fix}`;
  const { code, status } = readFailure(error);
  const what =
    code === undefined
      ? "the call failed"
      : status === undefined && unanswered.has(code)
        ? "the API gave no answer"
        : "the API rejected the call";
  const text = hideSecretParts(api.secrets.scrub(sayOnce(error)));
  const isLogin =
    code === "UNAUTHENTICATED" || code === "PERMISSION_DENIED" || status === 401 || status === 403;
  const advice = isLogin ? `. ${loginAdvice(api)}` : "";
  return `${what}; the error as data: ${quoteData(text, maxErrorLength)}${advice}`;
}

/** The parts of an error of a gRPC call. */
interface CallErrorParts {
  readonly code?: unknown;
  readonly text?: unknown;
  readonly violations?: readonly { readonly path: string; readonly text: string }[];
  readonly toJSON?: () => { readonly serviceErrors?: unknown };
}

/** The names of values that repeat the code of an error. */
const repeated: ReadonlySet<string> = new Set(["code", "retryType", "service"]);

/** Returns the code and the text of an error, and what its details say in addition. Errors of REST clients have only a message. */
function sayOnce(error: unknown): string {
  const { code, text, violations = [], toJSON } = (error ?? {}) as CallErrorParts;
  if (typeof text !== "string" || typeof code !== "string")
    return error instanceof Error ? error.message : String(error);
  let says = `${code}: ${withoutProgramAdvice(text)}`;
  const add = (path: string, value: string): void => {
    if (!says.includes(value)) says += `; ${path === "" ? "" : `${path}: `}${value}`;
  };
  for (const one of violations) add(one.path, one.text);
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value)) walk(one, /^\d+$/.test(name) ? path : name);
    else if (!repeated.has(path) && value !== "" && value !== null) add(path, String(value));
  };
  walk(toJSON?.call(error).serviceErrors, "");
  return says;
}

/** Returns the code of an error: of a refusal, an invalid argument or a failed call. `UNEXPECTED` if it has none. */
export function failureCode(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return error.code;
  if (error instanceof QueryError) return "ARGUMENT_INVALID" satisfies RefusalCode;
  return readFailure(error).code ?? ("UNEXPECTED" satisfies RefusalCode);
}
