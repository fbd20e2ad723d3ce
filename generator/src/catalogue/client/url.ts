import { ApiError } from "./error.js";
import type { Input, Operation, Parameter } from "./operation.js";

/** Where a request goes and the headers that its arguments ask for. */
export interface Target {
  readonly url: string;
  /** Path as sent, without host and query: fit for messages. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Puts the arguments of a call behind the base URL. An argument that cannot be
 * sent as it is meant (a path segment `..`, a lone surrogate, a number that is
 * none) is refused, since a server would read something else.
 */
export function targetOf(baseUrl: string, operation: Operation<unknown>, input: Input): Target {
  const headers: Record<string, string> = {};
  let path = operation.path[0] ?? "";
  let segments = 0;
  let query = "";
  operation.parameters.forEach((parameter, index) => {
    const value = input.values?.[index];
    if (value === undefined && !parameter.isRequired) return;
    if (!parameter.guard(value)) refuse(operation, parameter, `it must be ${parameter.rule}`);
    const texts = Array.isArray(value) && !parameter.isJoined ? value.map(String) : [String(value)];
    for (const text of texts) {
      const encoded = encode(operation, parameter, text);
      if (parameter.place === "query") {
        query += `${query ? "&" : "?"}${encodeURIComponent(parameter.name)}=${encoded}`;
      } else if (parameter.place === "header") headers[parameter.name] = text;
      else path += encoded + (operation.path[++segments] ?? "");
    }
  });
  return { url: baseUrl + path + query, path, headers };
}

function encode(operation: Operation<unknown>, parameter: Parameter, text: string): string {
  // A URL parser takes `.` and `..` as steps, also when they are escaped.
  if (parameter.place === "path" && /^\.{0,2}$/.test(text)) {
    refuse(operation, parameter, "a path segment must not be empty, . or ..");
  }
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    return refuse(operation, parameter, "it must be well-formed Unicode, without lone surrogates", cause);
  }
}

function refuse(
  { name: operation }: Operation<unknown>,
  { argument }: Parameter,
  why: string,
  cause?: unknown,
): never {
  throw new ApiError("INVALID_ARGUMENT", `${argument} cannot be sent: ${why}`, { operation, cause });
}
