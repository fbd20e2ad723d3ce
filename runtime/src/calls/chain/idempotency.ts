import { describe } from "../../base/text/value-text.js";
import { invalidOption } from "../../base/text/options-error.js";
import { withMetadata } from "./call-copy.js";
import { extendedCall } from "./extended-call.js";
import type { Interceptor } from "./interceptor.js";
import { idempotencyHeader } from "./default-headers.js";

const legalKey = /^[A-Za-z0-9-]{16,}$/;

/**
 * Sets the idempotency key of a call that may change something (conventions, section 7), before retries. The server
 * recognizes the key of a repeated attempt and does not execute it again. A key of the caller takes precedence.
 *
 * Read-only methods send no key. Methods of a service that does not support keys send only a key of the caller.
 * This step also sets the request IDs that some APIs use instead of keys.
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
