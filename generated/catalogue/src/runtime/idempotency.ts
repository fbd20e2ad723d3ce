/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/idempotency.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { OperationOptions } from "./call-options.js";

/** Adds the idempotency key to the options of a call. All attempts send the same key. */
export type KeyAdder = (options: OperationOptions | undefined) => OperationOptions;

/** Sets a parameter to the caller's idempotency key, else to a random UUID. */
export const idempotencyKey =
  (name: string): KeyAdder =>
  (options) => {
    const params = options?.params as Readonly<Record<string, unknown>> | undefined;
    return { ...options, params: { ...params, [name]: params?.[name] ?? randomUuid() } };
  };

/** Makes a UUID of version 4 (RFC 9562). Browsers have `crypto.randomUUID` on secure pages alone. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab".charAt((bytes[8] ?? 0) & 3);
  return digits.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    (_, ...parts: string[]) => `${parts[0]}-${parts[1]}-4${parts[2]}-${variant}${parts[3]}-${parts[4]}`,
  );
}
