import { describeDepth } from "./depth.js";
import { isStackOverflow } from "./stack-overflow.js";
import { handleDrift } from "./drift.js";
import type { ErrorCode } from "./error-codes.js";
import type { RawResponse } from "./attempt.js";
import type { Operation } from "./operation.js";
import { noSuchResource, type MakeError, type Outcome } from "./outcome.js";
import { makeRequestError, type PreparedRequest } from "./request.js";
import { readRetryAfterMs } from "./retry-after.js";
import { findServerMessage } from "./server-message.js";
import type { Settings } from "./settings.js";

/**
 * Decides about a response that is not a described success: it is data, it means
 * that the resource does not exist, or it throws. A success without the described
 * resource means that the resource does not exist; a list instead of it throws.
 * `parsed` is the body if the text has been parsed already.
 */
export function validateResponse<T>(
  settings: Settings,
  operation: Operation<T>,
  request: PreparedRequest,
  { response, text, attempt, isCached }: RawResponse,
  parsed?: unknown,
): Outcome<T> | Promise<Outcome<T>> {
  const { isResource, guard, parse } = operation;
  const { status, headers } = response;
  let body = parsed;
  let cause: unknown;
  try {
    body ??= parse?.(text, status) ?? JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  const message = response.ok ? "" : findServerMessage(cause ? text : body);
  const makeError: MakeError = (code, what, more) =>
    makeRequestError(request, code, `${what} (HTTP ${status}${message && `: ${message}`})`, {
      status,
      headers,
      excerpt: text.slice(0, 500),
      body: text.length > settings.maxErrorBody ? undefined : cause ? text : body,
      attempts: attempt,
      retryAfterMs: readRetryAfterMs(headers),
      ...more,
    });
  const isEmpty = cause && !text.trim();
  const isNotFound = status === 404 || status === 410;
  if (isNotFound || (isResource && settings.isNotFound?.({ operation: operation.name, status, body }))) {
    return { notFound: makeError("NOT_FOUND", noSuchResource) };
  }
  if (!response.ok && !isCached) throw makeError(errorCode(status), "failed");
  if (isStackOverflow(cause)) throw makeError("DECODE", `the response is ${describeDepth(text)}`, { cause });
  // An operation without a described body accepts any.
  if (operation.isEmptyAllowed && (isEmpty || (cause && !guard))) return { data: body as T };
  if (cause && !(isEmpty && isResource)) {
    throw makeError("DECODE", `not JSON but ${headers.get("content-type")}`, { cause });
  }
  const isChecked = isResource || settings.validate !== "off";
  if (!isChecked || !guard || guard(body, status)) return { data: body as T };
  return handleDrift(settings, operation, body, makeError);
}

const codes: Readonly<Record<number, ErrorCode>> = {
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  503: "UNAVAILABLE",
};

function errorCode(status: number): ErrorCode {
  return codes[status] ?? (status >= 500 ? "SERVER_ERROR" : "HTTP_ERROR");
}
