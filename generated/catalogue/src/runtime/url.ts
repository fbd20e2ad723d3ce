/* Copied by `stratus openapi` from src/rest/runtime/url.ts of protoc-gen-stratus. DO NOT EDIT. */
import { isStackOverflow } from "./stack-overflow.js";
import { CatalogueError } from "./error.js";
import { checkNames } from "./names.js";
import type { Input } from "./call-options.js";
import type { Operation } from "./operation.js";

/** The URL of a request, and the headers that its arguments set. */
export interface Target {
  readonly url: string;
  /** The path as sent, for messages: without host and query. */
  readonly path: string;
  /** Undefined if no argument sets a header. */
  readonly headers: Readonly<Record<string, string>> | undefined;
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
): Target {
  const { path: parts, parameters = [] } = operation;
  let headers: Record<string, string> | undefined;
  let path = parts[0] ?? "";
  let segments = 0;
  let query = "";
  let index = 0;
  const names = parameters.map(({ name }) => name);
  // The writer of the header `cookie` checks the names of cookies.
  if (!names.includes("cookie")) checkNames(params, names, `${operation.name}: `);
  for (const { name, location, isRequired, guard, rule, write } of parameters) {
    const value = location ? params[name] : values[index++];
    if (value === undefined && location && !isRequired) continue;
    if (!guard(value)) refuse(operation, name, `it must be ${rule}`);
    for (const item of Array.isArray(value) && !write ? (value as unknown[]) : [value]) {
      // Null is left out, because neither a URL nor a header can contain it.
      if (item === null && location && !write) continue;
      const text = tryWrite(operation, name, () => {
        if (write) return write(name, item, params);
        // An object would be sent as [object Object].
        if (Object(item) === item) throw new Error("it contains an object");
        const text = String(item);
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
  return { url: baseUrl + path + query, path, headers };
}

/** Serializes an argument with `work`. Throws `INVALID_ARGUMENT` with the name of the argument. */
export function tryWrite<T>(operation: Operation<unknown>, name: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const why = isStackOverflow(cause)
      ? "it is nested too deep, contains itself or is too large"
      : (cause as Error).message;
    return refuse(operation, name, cause instanceof URIError ? "it has a lone surrogate" : why, cause);
  }
}

function refuse(
  { name: operation }: Operation<unknown>,
  argument: string,
  why: string,
  cause?: unknown,
): never {
  throw new CatalogueError("INVALID_ARGUMENT", `${argument} cannot be sent: ${why}`, { operation, cause });
}
