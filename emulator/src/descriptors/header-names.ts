import type { SdkDescriptors } from "./sdk-descriptors.js";

/** Names of the headers by which clients say more than a request does. */
export interface HeaderNames {
  /** Of idempotency keys. */
  readonly idempotencyKey: string;
  /** Of reset masks. */
  readonly resetMask: string;
}

/** The header names of an API that does not set any (docs/conventions.md). */
export const usualHeaders: HeaderNames = { idempotencyKey: "X-Idempotency-Key", resetMask: "X-ResetMask" };

/** The names that an SDK was generated with. */
export function readHeaderNames(sdk: Pick<SdkDescriptors, "generator"> | undefined): HeaderNames {
  const options = sdk?.generator?.options.split(",") ?? [];
  const readOption = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
  return {
    idempotencyKey: readOption("idempotency_header") ?? usualHeaders.idempotencyKey,
    resetMask: readOption("reset_mask_header") ?? usualHeaders.resetMask,
  };
}
