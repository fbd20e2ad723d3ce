import { ApiError } from "./error.js";
import type { Input, Operation } from "./operation.js";

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
 * none) is refused, since a server would read something else.
 */
export function targetOf(baseUrl: string, operation: Operation<unknown>, { values = [] }: Input): Target {
  const { path: parts, parameters = [] } = operation;
  let headers: Record<string, string> | undefined;
  let path = parts[0] ?? "";
  let segments = 0;
  let query = "";
  let index = 0;
  for (const { name, place, isRequired, isJoined, guard, rule } of parameters) {
    const value = values[index++];
    if (value === undefined && place && !isRequired) continue;
    if (!guard(value)) refuse(operation, name, `it must be ${rule}`);
    for (const item of Array.isArray(value) && !isJoined ? (value as unknown[]) : [value]) {
      const text = String(item);
      if (place === "header") headers = { ...headers, [name]: text };
      else if (place)
        query += `${query ? "&" : "?"}${encodeURIComponent(name)}=${encode(operation, name, text)}`;
      // A URL parser takes `.` and `..` as steps, also when they are escaped.
      else if (/^\.{0,2}$/.test(text)) refuse(operation, name, "it must not be empty, . or ..");
      else path += encode(operation, name, text) + (parts[++segments] ?? "");
    }
  }
  return { url: baseUrl + path + query, path, headers };
}

function encode(operation: Operation<unknown>, name: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    return refuse(operation, name, "it has a lone surrogate", cause);
  }
}

function refuse(
  { name: operation }: Operation<unknown>,
  argument: string,
  why: string,
  cause?: unknown,
): never {
  throw new ApiError("INVALID_ARGUMENT", `${argument} cannot be sent: ${why}`, { operation, cause });
}
