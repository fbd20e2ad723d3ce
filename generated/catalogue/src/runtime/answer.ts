/* Copied by `stratus openapi` from src/rest/runtime/answer.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Reply } from "./exchange.js";
import type { Operation } from "./operation.js";
import type { Outcome } from "./outcome.js";
import type { PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/**
 * Reads a reply. Here is what most of them are: a success as described. All
 * else, be it an error, a miss or an answer of another shape, is decided by
 * `judge`, which is loaded when first needed; only then is there a promise.
 */
export function readOutcome<T>(
  settings: Settings,
  operation: Operation<T>,
  request: PreparedRequest,
  reply: Reply,
): Outcome<T> | Promise<Outcome<T>> {
  const { response, text, data, isCached } = reply;
  const { isResource, isEmptyAllowed, guard, parse } = operation;
  let body: unknown;
  if (response.ok || isCached) {
    if (data !== undefined || (isEmptyAllowed && !text)) return { data: data as T };
    try {
      body = parse?.(text, response.status) ?? JSON.parse(text);
      const isFine = !guard || (!isResource && settings.validate === "off") || guard(body, response.status);
      if (isFine && !(isResource && settings.isMiss)) return { data: body as T };
    } catch {
      // What is not JSON may be a miss.
    }
  }
  return import("./judge.js").then(({ judge }) => judge(settings, operation, request, reply, body));
}
