import { base64 } from "./base64.js";

/**
 * The second argument of `JSON.stringify` for messages, where the result is for people: `JSON.stringify(vm, jsonReplacer)` in a
 * log. 64-bit integers are digits in text, bytes base64, maps objects. It hides nothing, and nobody can read it back: use `toJson` for
 * what programs exchange, and `toJson(Type, message, { redact: true })` if a message may hold secrets.
 */
export function jsonReplacer(this: unknown, key: string, value: unknown): unknown {
  // A Buffer has become another object by now.
  const before = typeof this === "object" && this !== null ? (this as Record<string, unknown>)[key] : value;
  if (typeof before === "bigint") return String(before);
  if (before instanceof Uint8Array) return base64(before);
  if (before instanceof Map) return Object.fromEntries(before);
  return value;
}
