import { ApiError, type ErrorCode, type ErrorDetails } from "./error.js";
import { isObject, own } from "./guard.js";
import type { Operation } from "./operation.js";
import { retryAfterMs } from "./retry.js";
import type { SentReply } from "./send.js";
import type { Settings } from "./settings.js";

/** What a reply means: data, or that there is no such resource. Everything else is thrown. */
export type Outcome<T> = { readonly data: T } | { readonly miss: ApiError };

/**
 * Reads a reply. A resource is never anything else: a success without one is a
 * miss, whatever it looks like, and a list in its place is refused.
 */
export async function outcomeOf<T>(
  settings: Settings,
  operation: Operation<T>,
  request: string,
  reply: SentReply,
): Promise<Outcome<T>> {
  const { name, resource, isEmptyAllowed } = operation;
  const { response, text } = reply;
  const { status } = response;
  const details = (): ErrorDetails => detailsOf(name, request, reply);
  const fail = (code: ErrorCode, what: string, cause?: unknown): ApiError =>
    new ApiError(code, `${what} (HTTP ${status})`, { ...details(), cause });
  const miss = (): Outcome<T> => ({ miss: fail("NOT_FOUND", "there is no such resource") });
  let value: unknown;
  let cause: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  if (resource && settings.isMiss?.({ operation: name, status, body: value })) return miss();
  if (status === 404 || status === 410) return miss();
  if (!response.ok && !reply.isCached) throw fail(codeOf(status), "the server refused or failed");
  if (!text.trim() && isEmptyAllowed) return { data: undefined as T };
  if (!text.trim() && resource) return miss();
  if (cause)
    throw fail("DECODE", `the answer is not JSON but ${response.headers.get("content-type")}`, cause);
  const { guard, isList } = operation;
  const { validate } = settings;
  const isMiss = resource && !isResource(value, resource);
  const isUseless = resource ? Array.isArray(value) : isList && !Array.isArray(value) && validate !== "off";
  const isDrift = isUseless || (validate !== "off" && guard && !guard(value));
  if (isDrift && !(isMiss && isBlank(value))) {
    const { driftOf, report, validationError } = await import("./drift.js");
    const issues = await driftOf(value, operation);
    if (!isMiss && (isUseless || validate === "strict")) throw validationError(issues, details());
    report(settings.told, settings.onDrift, name, isMiss ? issues.slice(0, 1) : issues);
  }
  return isMiss ? miss() : { data: value as T };
}

/** A list is let through here, as it is a fault of the server and not a miss. */
function isResource(value: unknown, names: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) && names.some((name) => own(value, name) !== undefined);
}

/** Plainly nothing: not worth a word. */
function isBlank(value: unknown): boolean {
  return !value || (typeof value === "object" && Object.keys(value).length === 0);
}

function codeOf(status: number): ErrorCode {
  return status === 429 ? "RATE_LIMITED" : status >= 500 ? "SERVER_ERROR" : "HTTP_ERROR";
}

function detailsOf(
  operation: string,
  request: string,
  { response, text, attempts }: SentReply,
): ErrorDetails {
  const { status, headers } = response;
  const excerpt = text.slice(0, 500);
  return {
    operation,
    request,
    status,
    headers,
    excerpt,
    attempts,
    retryAfterMs: retryAfterMs(headers, Date.now()),
  };
}
