import type { Mask } from "./mask.js";

/** Largest mask that is sent without a word, in bytes: proxies often refuse longer headers. */
const maxSizeBytes = 8192;

/** Says that a mask is so long that a proxy may refuse it. */
export interface MaskSizeWarning {
  readonly sizeBytes: number;
  readonly maxSizeBytes: number;
  /** What is wrong and how to shorten the mask. */
  readonly message: string;
}

/** A warning for a mask over 8 KB of text; undefined for all others. */
export function maskSizeWarning(mask: Mask): MaskSizeWarning | undefined {
  // The canonical text is ASCII: its length is its size.
  const sizeBytes = mask.toString().length;
  if (sizeBytes <= maxSizeBytes) return undefined;
  return {
    sizeBytes,
    maxSizeBytes,
    message:
      `the reset mask has ${sizeBytes} bytes, more than ${maxSizeBytes}; a proxy may refuse so long a header. ` +
      "Shorten it: change the resource with modify(), whose mask names only what changed, or name the fields to reset in the option resetMask",
  };
}
