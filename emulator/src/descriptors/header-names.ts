import type { SdkDescriptors } from "./sdk-descriptors.js";

/** The names of headers that an API chooses. */
export interface HeaderNames {
  /** The header of idempotency keys. */
  readonly idempotencyKey: string;
  /** The header of reset masks. */
  readonly resetMask: string;
}

/** The header names of an API that does not set others (docs/conventions.md). */
export const defaultHeaders: HeaderNames = { idempotencyKey: "X-Idempotency-Key", resetMask: "X-ResetMask" };

/** Returns the header names that an SDK was generated with. */
export function readHeaderNames(sdk: Pick<SdkDescriptors, "generator"> | undefined): HeaderNames {
  const options = sdk?.generator?.options.split(",") ?? [];
  const readOption = (name: string): string | undefined =>
    options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
  return {
    idempotencyKey: readOption("idempotency_header") ?? defaultHeaders.idempotencyKey,
    resetMask: readOption("reset_mask_header") ?? defaultHeaders.resetMask,
  };
}
