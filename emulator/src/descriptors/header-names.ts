import { type ApiKind, apiKinds } from "@stratus/convention";
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
export function readHeaderNames(sdk: GeneratedSdk | undefined): HeaderNames {
  return {
    idempotencyKey: readOption(sdk, "idempotency_header") ?? defaultHeaders.idempotencyKey,
    resetMask: readOption(sdk, "reset_mask_header") ?? defaultHeaders.resetMask,
  };
}

/** Returns the kind of API that an SDK was generated with; undefined if no option sets it. */
export function readChosenKind(sdk: GeneratedSdk | undefined): ApiKind | undefined {
  return apiKinds.find((one) => one === readOption(sdk, "kind"));
}

type GeneratedSdk = Pick<SdkDescriptors, "generator">;

function readOption(sdk: GeneratedSdk | undefined, name: string): string | undefined {
  const options = sdk?.generator?.options.split(",") ?? [];
  return options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
}
