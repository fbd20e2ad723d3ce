/* Copied by `stratus openapi` from src/rest/runtime/judge.ts of protoc-gen-stratus. DO NOT EDIT. */
import { isTooDeep, tooDeepToRead } from "./depth.js";
import { drifted } from "./drift.js";
import type { ErrorCode } from "./error.js";
import type { Reply } from "./exchange.js";
import type { Operation } from "./operation.js";
import { noResource, type Fail, type Outcome } from "./outcome.js";
import { makeFailure, type PreparedRequest } from "./request.js";
import { retryAfterMs } from "./retry-after.js";
import type { Settings } from "./settings.js";

/**
 * Decides about a reply that is no success as described. A resource is never
 * anything else: a success without one is a miss, whatever it looks like, and a
 * list in its place is refused. Loaded when first needed. `read` is the body if
 * the text was read already.
 */
export function judge<T>(
  settings: Settings,
  operation: Operation<T>,
  request: PreparedRequest,
  { response, text, attempts, isCached }: Reply,
  read?: unknown,
): Outcome<T> | Promise<Outcome<T>> {
  const { isResource, guard, parse } = operation;
  const { status, headers } = response;
  let body = read;
  let cause: unknown;
  try {
    body ??= parse?.(text, status) ?? JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  const fail: Fail = (code, what, more) =>
    makeFailure(request, code, `${what} (HTTP ${status})`, {
      status,
      headers,
      excerpt: text.slice(0, 500),
      body: text.length > settings.maxErrorBody ? undefined : cause ? text : body,
      attempts,
      retryAfterMs: retryAfterMs(headers),
      ...more,
    });
  const isEmpty = cause && !text.trim();
  const isGone = status === 404 || status === 410;
  if (isGone || (isResource && settings.isMiss?.({ operation: operation.name, status, body }))) {
    return { miss: fail("NOT_FOUND", noResource) };
  }
  if (!response.ok && !isCached) throw fail(errorCode(status), "failed");
  if (isTooDeep(cause)) throw fail("DECODE", `the answer is ${tooDeepToRead(text)}`, { cause });
  // Where nothing is described, nothing is asked of what comes.
  if (operation.isEmptyAllowed && (isEmpty || (cause && !guard))) return { data: body as T };
  if (cause && !(isEmpty && isResource)) {
    throw fail("DECODE", `not JSON but ${headers.get("content-type")}`, { cause });
  }
  const isLooked = isResource || settings.validate !== "off";
  if (!isLooked || !guard || guard(body, status)) return { data: body as T };
  return drifted(settings, operation, body, fail);
}

const codes: Readonly<Record<number, ErrorCode>> = {
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  503: "UNAVAILABLE",
};

function errorCode(status: number): ErrorCode {
  return codes[status] ?? (status >= 500 ? "SERVER_ERROR" : "HTTP_ERROR");
}
