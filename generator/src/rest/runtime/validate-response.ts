import { describeDepth } from "./depth.js";
import { isStackOverflow } from "./stack-overflow.js";
import { handleDrift, reportDrift } from "./drift.js";
import type { ErrorCode } from "./error-codes.js";
import type { Issue } from "./error.js";
import type { ActiveCall, RawResponse } from "./active-call.js";
import { noSuchResource, type MakeError, type Outcome } from "./outcome.js";
import { makeRequestError } from "./request.js";
import { readRetryAfterMs } from "./retry-after.js";
import { findServerMessage } from "./server-message.js";
import type { Settings } from "./settings.js";

/**
 * Decides about a response that is not a described success: it is data, it means
 * that the resource does not exist, or it throws. `parsed` is the body if the text
 * has been parsed already.
 */
export function validateResponse<T>(
  call: ActiveCall<T>,
  raw: RawResponse,
  parsed?: unknown,
): Outcome<T> | Promise<Outcome<T>> {
  const { settings, operation } = call;
  const { response, text, isCached } = raw;
  const { name, isResource, isEmptyAllowed, guard, notFound } = operation;
  const { status, headers } = response;
  let body = parsed;
  let cause: unknown;
  try {
    // @if numbers
    body ??= operation.parse?.(text, status);
    body ??= JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  const makeError = createErrorMaker(call, raw, cause ? text : body);
  const isNotFound = status === 404 || status === 410 || notFound?.includes(status);
  if (isNotFound || (isResource && settings.isNotFound?.({ operation: name, status, body, text }))) {
    return { notFound: makeError("NOT_FOUND", noSuchResource) };
  }
  if (!response.ok && !isCached) throw makeError(errorCode(status), "failed");
  // @if numbers
  if (isStackOverflow(cause)) throw makeError("DECODE", `the response is ${describeDepth(text)}`, { cause });
  const isEmpty = cause && !text.trim();
  // An operation without a described body accepts any.
  if (isEmptyAllowed && (isEmpty || (cause && !guard))) return { data: body as T };
  let isChange = false;
  // @if changes
  isChange = !safeMethods.has(call.request.method);
  // @if changes
  if (isEmpty && isChange && settings.validate !== "strict") return acceptEmptyBody(settings, name);
  const applied = isChange ? `; the change ${isEmpty ? "was" : "may have been"} applied` : "";
  if (isEmpty) throw makeError("VALIDATION", `the response has no body${applied}`, { issues: [noBody] });
  if (cause) throw makeError("DECODE", `not JSON but ${headers.get("content-type")}${applied}`, { cause });
  if (settings.validate === "off" || !guard || guard(body, status)) return { data: body as T };
  return handleDrift(call, body, isChange, makeError);
}

/** Methods that change nothing at the server (RFC 9110, section 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);

function createErrorMaker(
  { settings: { maxErrorBody }, request }: ActiveCall,
  { response: { ok, status, headers }, text, attempt }: RawResponse,
  body: unknown,
): MakeError {
  const message = ok ? "" : findServerMessage(body);
  return (code, what, more) =>
    makeRequestError(request, code, `${what} (HTTP ${status}${message && `: ${message}`})`, {
      status,
      headers,
      excerpt: text.slice(0, 500),
      body: text.length > maxErrorBody ? undefined : body,
      attempts: attempt,
      retryAfterMs: readRetryAfterMs(headers),
      ...more,
    });
}

const noBody: Issue = { path: "", expected: "JSON", actual: "nothing", kind: "missing" };

/**
 * Returns nothing for a change without the described body. The change was applied, and a program would repeat it after an
 * error.
 */
function acceptEmptyBody<T>(settings: Settings, operation: string): Outcome<T> {
  if (settings.validate !== "off") reportDrift(settings, operation, [noBody]);
  return {};
}

function errorCode(status: number): ErrorCode {
  if (status === 429) return "RESOURCE_EXHAUSTED";
  if (status === 499) return "CANCELLED";
  if (status === 503) return "UNAVAILABLE";
  return status >= 500 ? "SERVER_ERROR" : "HTTP_ERROR";
}
