import { describe } from "../../base/text/value-text.js";
import { invalidOption } from "../../base/text/options-error.js";
import { withMetadata } from "./call-copy.js";
import { extendedCall } from "./extended-call.js";
import type { Interceptor } from "./interceptor.js";
import { idempotencyHeader } from "./default-headers.js";

const legalKey = /^[A-Za-z0-9-]{16,}$/;

/**
 * Gives every call that may change something its own key, under which the
 * server recognises a repeated attempt and does not execute it again
 * (conventions, section 7). The key is set once per logical
 * call, before retries. The caller's own key wins. Read-only methods send none, and
 * neither do methods of a service that does not promise keys, unless the caller
 * gives one: then it is known there. Identifiers in requests, which some APIs have instead of keys, are set here too.
 */
export function idempotencyKeys(newKey: () => string, header: string = idempotencyHeader): Interceptor {
  return (next) => (given) => {
    const call = given.method.extension ? extendedCall(given, given.method.extension, newKey) : given;
    if (call.method.isReadOnly) return next(call);
    const { idempotencyKey } = call.options;
    if (idempotencyKey === undefined && call.metadata.has(header)) {
      requireKey(call.metadata.get(header));
      return next(call);
    }
    if (idempotencyKey === undefined && !call.method.service.hasKeys) return next(call);
    const key = idempotencyKey === undefined ? newKey() : requireKey(idempotencyKey);
    return next(withMetadata(call, call.metadata.with(header, key)));
  };
}

function requireKey(key: unknown): string {
  if (typeof key === "string" && legalKey.test(key)) return key;
  throw invalidOption(
    "idempotencyKey",
    `${describe(key)} is not a key; write 16 or more of A-Z, a-z, 0-9 and "-", such as crypto.randomUUID()`,
  );
}
