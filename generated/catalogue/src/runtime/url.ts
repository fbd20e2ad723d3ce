/* Copied by `stratus openapi` from src/rest/runtime/url.ts of protoc-gen-stratus. DO NOT EDIT. */
import { isStackOverflow } from "./stack-overflow.js";
import { CatalogueError } from "./error.js";
import { checkNames } from "./names.js";
import type { Input } from "./call-options.js";
import type { Operation } from "./operation.js";
import type { RequestChecks } from "./options.js";
import { isCallOption } from "./settings.js";
import type { CheckArgument } from "./style.js";

/** The URL of a request, and the headers that its arguments set. */
export interface Target {
  readonly url: string;
  /** The path as sent, for messages: without host and query. */
  readonly path: string;
  /** Undefined if no argument sets a header. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Arguments that can be sent and violate their description. Undefined if there are none. */
  readonly violations?: readonly Violation[] | undefined;
}

/** An argument that violates its description. */
export interface Violation {
  /** The name of the parameter. */
  readonly name: string;
  readonly value: unknown;
  /** The violated rule, such as `an integer from 1`. */
  readonly rule: string;
}

/**
 * Appends the arguments of a call to the base URL. Throws `INVALID_ARGUMENT` for
 * an argument that a server would read as something else: a path segment `..`,
 * a lone surrogate, NaN or an object.
 */
export function buildTarget(
  baseUrl: string,
  operation: Operation<unknown>,
  { values = [] }: Input,
  params: Readonly<Record<string, unknown>> = {},
  checks: RequestChecks = "default",
): Target {
  const { path: parts, parameters = [] } = operation;
  const violations: Violation[] = [];
  const check: CheckArgument = (name, value, guard, rule) => {
    if (checks === "off" || guard(value)) return;
    const isMissing = value === undefined && checks === "default";
    if (checks === "strict" || isMissing) throw makeArgumentError(operation, name, rule);
    violations.push({ name, value, rule });
  };
  let headers: Record<string, string> | undefined;
  let path = parts[0] ?? "";
  let segments = 0;
  let query = "";
  let index = 0;
  checkParameterNames(operation, params);
  for (const { name, location, isRequired, guard, rule, write } of parameters) {
    const value = location ? params[name] : values[index++];
    if (value === undefined && location && !isRequired) continue;
    check(name, value, guard, rule);
    // Constant queries and cookies have no value of their own.
    if (value === undefined && location && !guard(value)) continue;
    for (const item of Array.isArray(value) && !write ? (value as unknown[]) : [value]) {
      const text = tryWrite(operation, name, () => {
        if (write) return write(name, item, params, check);
        const text = writeScalar(item);
        if (location === "header") return text;
        return (location ? `${encodeURIComponent(name)}=` : "") + encodeURIComponent(text);
      });
      if (text === undefined) continue;
      if (location === "header") headers = { ...headers, [name]: text };
      else if (location) query += text && (query ? "&" : "?") + text;
      // URL parsers resolve `.` and `..` even if they are escaped.
      else if (/^\.{0,2}$/.test(text)) refuse(operation, name, "it must not be empty, . or ..");
      else path += text + (parts[++segments] ?? "");
    }
  }
  return {
    url: baseUrl + path + query,
    path,
    headers,
    violations: violations.length > 0 ? violations : undefined,
  };
}

/** Writes a value that is not in a style. An object would be sent as `[object Object]`, and a missing one as a word. */
function writeScalar(value: unknown): string {
  if (Object(value) === value) throw new Error("it contains an object");
  if (value === undefined || value === null || typeof value === "symbol") throw new Error("it is missing");
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("it is not a finite number");
  return String(value);
}

/** Throws an `OptionsError` for a name in `params` that is none of its parameters. */
function checkParameterNames({ name: operation, parameters = [] }: Operation<unknown>, params: object): void {
  const known = parameters.flatMap(({ name, location }) => (location ? [name] : []));
  // The writer of the header `cookie` checks the names of cookies.
  if (known.includes("cookie")) return;
  checkNames(params, known, `${operation}: `, (name) => {
    if (parameters.some((one) => one.name === name)) return "it is in the path, so it is an argument";
    return isCallOption(name) ? "it is an option of the call, so write it beside params" : undefined;
  });
}

/** Serializes an argument with `work`. Throws `INVALID_ARGUMENT` with the name of the argument. */
export function tryWrite<T>(operation: Operation<unknown>, name: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof CatalogueError) throw cause;
    const why = isStackOverflow(cause)
      ? "it is nested too deep, contains itself or is too large"
      : (cause as Error).message;
    return refuse(operation, name, cause instanceof URIError ? "it has a lone surrogate" : why, cause);
  }
}

/** Makes the error of an argument that violates its description. */
export function makeArgumentError(
  { name: operation }: Operation<unknown>,
  name: string,
  rule: string,
): CatalogueError {
  const what = `${name} cannot be sent: it must be ${rule}; the option validateRequests decides what is refused`;
  return new CatalogueError("INVALID_ARGUMENT", what, { operation });
}

function refuse(
  { name: operation }: Operation<unknown>,
  argument: string,
  why: string,
  cause?: unknown,
): never {
  throw new CatalogueError("INVALID_ARGUMENT", `${argument} cannot be sent: ${why}`, { operation, cause });
}
