import { rangeError } from "../../base/text/coded-error.js";
import { compactMask } from "../../messages/mask/derive/compact-mask.js";
import type { Mask } from "../../messages/mask/text/mask.js";
import type { MessageTable } from "../../messages/table/table.js";

/** Size of a mask above which the session warns, in bytes. Proxies often reject longer headers. */
const warnAboveBytes = 8192;

/**
 * Maximum size of a mask, in bytes. Node and most servers accept 64 KiB of headers, and a call has other headers
 * too.
 */
const maxMaskBytes = 64 * 1024 - 512;

/** The serialized mask, with a warning. */
export interface MaskHeader {
  readonly text: string;
  /** The warning that a proxy may reject the header, with a fix. */
  readonly hint: string | undefined;
}

/**
 * Serializes a mask for the header. A long mask is shortened to the shortest text with the same meaning for this
 * request.
 *
 * @param isDerived Whether the mask was derived from the request.
 * @throws RangeError if no server would accept the header.
 */
export function maskHeader(
  table: MessageTable,
  request: object,
  { mask, isDerived }: { readonly mask: Mask; readonly isDerived: boolean },
): MaskHeader {
  const canonical = mask.toString();
  // It is ASCII: its length is its size.
  if (canonical.length <= warnAboveBytes) return { text: canonical, hint: undefined };
  const text = compactMask(table, request, mask.root);
  if (text.length <= warnAboveBytes) return { text, hint: undefined };
  const size = `the reset mask has ${text.length} bytes`;
  const fix = isDerived ? forDerived : forGiven;
  if (text.length > maxMaskBytes)
    throw rangeError("MASK_TOO_LARGE", `${size}, and all headers of a call may have 65536 together: ${fix}`);
  return {
    text,
    hint: `${size}, more than ${warnAboveBytes}; a proxy may refuse so long a header: ${fix}`,
  };
}

const forDerived =
  "change the resource with modify(), whose mask names only what changed, or name the fields to reset in the option resetMask";

const forGiven =
  "change fewer elements and keys at a time, or name a list or map as a whole and do not send it, instead of what is in it";
