/* Copied by `stratus openapi` from src/rest/runtime/url.ts of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError } from "./error.js";
import { checkNames } from "./names.js";
import type { Input } from "./call-options.js";
import type { Operation } from "./operation.js";

/** Where a request goes and the headers that its arguments ask for. */
export interface Target {
  readonly url: string;
  /** Path as sent, without host and query: fit for messages. */
  readonly path: string;
  /** Undefined where none is asked for. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/**
 * Puts the arguments of a call behind the base URL. An argument that cannot be
 * sent as it is meant (a path segment `..`, a lone surrogate, a number that is
 * none, an object) is refused, since a server would read something else.
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
  // Cookies are one header, whose writer knows their names.
  if (!names.includes("cookie")) checkNames(params, names, `${operation.name}: `);
  for (const { name, place, isRequired, guard, rule, write } of parameters) {
    const value = place ? params[name] : values[index++];
    if (value === undefined && place && !isRequired) continue;
    if (!guard(value)) refuse(operation, name, `it must be ${rule}`);
    for (const item of Array.isArray(value) && !write ? (value as unknown[]) : [value]) {
      const text = attempt(operation, name, () => {
        if (write) return write(name, item, params);
        // An object would go out as [object Object].
        if (Object(item) === item) throw new Error("it holds an object");
        const text = String(item);
        if (place === "header") return text;
        return (place ? `${encodeURIComponent(name)}=` : "") + encodeURIComponent(text);
      });
      if (text === undefined) continue;
      if (place === "header") headers = { ...headers, [name]: text };
      else if (place) query += text && (query ? "&" : "?") + text;
      // A URL parser takes `.` and `..` as steps, also when they are escaped.
      else if (/^\.{0,2}$/.test(text)) refuse(operation, name, "it must not be empty, . or ..");
      else path += text + (parts[++segments] ?? "");
    }
  }
  return { url: baseUrl + path + query, path, headers };
}

/** Does what makes a text or a body of an argument; what it throws names the argument. */
export function attempt<T>(operation: Operation<unknown>, name: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { message } = cause as Error;
    // V8 and JavaScriptCore speak of the stack, Firefox of recursion.
    const isDeep = /call stack|recursion/.test(message);
    const why = isDeep ? "it is nested too deep, or holds itself" : message;
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
