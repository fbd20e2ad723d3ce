/* Copied by `stratus openapi` from src/rest/runtime/idempotency.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { SentOptions } from "./call-options.js";

/** Gives the options of a call the key that all of its attempts send. */
export type KeyAdder = (options: SentOptions | undefined) => SentOptions;

/** A key under the name of a parameter: the caller's, else a random UUID, new for each call. */
export const idempotencyKey =
  (name: string): KeyAdder =>
  (options) => {
    const params = options?.params as Readonly<Record<string, unknown>> | undefined;
    return { ...options, params: { ...params, [name]: params?.[name] ?? randomUuid() } };
  };

/** A UUID of version 4 (RFC 9562). Browsers have `crypto.randomUUID` on secure pages alone. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab".charAt((bytes[8] ?? 0) & 3);
  return digits.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    (_, ...parts: string[]) => `${parts[0]}-${parts[1]}-4${parts[2]}-${variant}${parts[3]}-${parts[4]}`,
  );
}
