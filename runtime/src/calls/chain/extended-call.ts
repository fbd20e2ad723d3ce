import type { MethodExtension } from "../rpc/service.js";
import { withMessage, withMetadata } from "./call-copy.js";
import type { OutgoingCall } from "./interceptor.js";

/** Returns a call with the parts of its API that go beyond the convention: filled fields and extra headers. */
export function extendedCall(
  call: OutgoingCall,
  { fill, headers }: MethodExtension,
  newId: () => string,
): OutgoingCall {
  const { request } = call.method;
  if (call.messages || typeof call.message !== "object" || call.message === null) return call;
  const message = fill ? fill(call.message, request, newId) : call.message;
  let { metadata } = call;
  for (const [name, value] of headers?.(message, request) ?? []) {
    if (!metadata.has(name)) metadata = metadata.with(name, value);
  }
  return withMetadata(message === call.message ? call : withMessage(call, message), metadata);
}
