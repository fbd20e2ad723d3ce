/* Carried along by `stratus openapi`. DO NOT EDIT. */
import { ApiError, type ErrorCode } from "./error.js";
import { noResource, type Fail, type Outcome } from "./outcome.js";
import type { Operation } from "./operation.js";
import type { PreparedRequest } from "./request.js";
import { retryAfterMs } from "./retry.js";
import type { SentReply } from "./send.js";
import type { Settings } from "./settings.js";

/**
 * Reads a reply. A resource is never anything else: a success without one is a
 * miss, whatever it looks like, and a list in its place is refused.
 */
export async function outcomeOf<T>(
  settings: Settings,
  operation: Operation<T>,
  label: PreparedRequest["label"],
  reply: SentReply,
): Promise<Outcome<T>> {
  const { isResource, guard } = operation;
  const { response, text, attempts } = reply;
  const { status, headers } = response;
  const fail: Fail = (code, what, more) =>
    new ApiError(code, `${what} (HTTP ${status})`, {
      ...label,
      status,
      headers,
      excerpt: text.slice(0, 500),
      attempts,
      retryAfterMs: retryAfterMs(headers),
      ...more,
    });
  const isEmpty = !text.trim();
  let body: unknown;
  let cause: unknown;
  try {
    if (!isEmpty) body = JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  const isGone = status === 404 || status === 410;
  if (isGone || (isResource && settings.isMiss?.({ operation: operation.name, status, body }))) {
    return { miss: fail("NOT_FOUND", noResource) };
  }
  if (!response.ok && !reply.isCached) throw fail(codeOf(status), "failed");
  if (isEmpty && operation.isEmptyAllowed) return { data: body as T };
  if (cause || (isEmpty && !isResource)) {
    throw fail("DECODE", `not JSON but ${headers.get("content-type")}`, { cause });
  }
  const isLooked = isResource || settings.validate !== "off";
  if (!isLooked || !guard || guard(body)) return { data: body as T };
  const { judge } = await import("./drift.js");
  return judge(settings, operation, body, fail);
}

function codeOf(status: number): ErrorCode {
  return status === 429 ? "RATE_LIMITED" : status >= 500 ? "SERVER_ERROR" : "HTTP_ERROR";
}
