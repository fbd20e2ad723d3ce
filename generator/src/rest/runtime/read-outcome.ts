import type { ActiveCall, RawResponse } from "./active-call.js";
import type { Outcome } from "./outcome.js";
import { load } from "./request.js";

/**
 * Reads a response. This module handles the common case, a described success.
 * `validateResponse` decides about errors, missing resources and drift. It is
 * loaded when it is first needed; only then does this return a promise.
 */
export function readOutcome<T>(call: ActiveCall<T>, raw: RawResponse): Outcome<T> | Promise<Outcome<T>> {
  const { settings, operation } = call;
  const { response, text, data, isCached } = raw;
  const { isResource, isEmptyAllowed, guard, notFound } = operation;
  const { status } = response;
  let body: unknown;
  if ((response.ok || isCached) && !notFound?.includes(status)) {
    if (data !== undefined || (isEmptyAllowed && !text)) return { data: data as T };
    try {
      // @if numbers
      body = operation.parse?.(text, status);
      body ??= JSON.parse(text);
      const isValid = !guard || settings.validate === "off" || guard(body, status);
      const isMissing =
        isResource && settings.isNotFound?.({ operation: operation.name, status, body, text });
      if (isValid && !isMissing) return { data: body as T };
    } catch {
      // A response that is not JSON may mean that the resource does not exist.
    }
  }
  return load(import("./validate-response.js")).then((checks) => checks.validateResponse(call, raw, body));
}
