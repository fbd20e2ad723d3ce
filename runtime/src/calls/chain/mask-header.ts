import { compactMask } from "../../messages/mask/derive/compact-mask.js";
import type { Mask } from "../../messages/mask/text/mask.js";
import type { MessageTable } from "../../messages/table/table.js";

/** The largest mask that is sent without a word, in bytes: proxies often refuse longer headers. */
const mostSilentBytes = 8192;

/** The largest that can be sent: Node and most servers take headers of 64 kB in all, and a call has others. */
const mostBytes = 64 * 1024 - 512;

/** The text of a mask as it is sent, and what should be said of it. */
export interface MaskHeader {
  readonly text: string;
  /** That a proxy may refuse it, and how to shorten it. */
  readonly hint: string | undefined;
}

/**
 * The text in which a mask is sent with a request: the canonical one, or of a long mask the shortest that means the
 * same for this request.
 *
 * @param isDerived Nobody has given the mask: it says what the request lacks.
 * @throws RangeError if no server would take the header.
 */
export function maskHeader(
  table: MessageTable,
  request: object,
  { mask, isDerived }: { readonly mask: Mask; readonly isDerived: boolean },
): MaskHeader {
  const canonical = mask.toString();
  // It is ASCII: its length is its size.
  if (canonical.length <= mostSilentBytes) return { text: canonical, hint: undefined };
  const text = compactMask(table, request, mask.root);
  if (text.length <= mostSilentBytes) return { text, hint: undefined };
  const size = `the reset mask has ${text.length} bytes`;
  const fix = isDerived ? forDerived : forGiven;
  if (text.length > mostBytes)
    throw new RangeError(`${size}, and all headers of a call may have 65536 together: ${fix}`);
  return {
    text,
    hint: `${size}, more than ${mostSilentBytes}; a proxy may refuse so long a header: ${fix}`,
  };
}

const forDerived =
  "change the resource with modify(), whose mask names only what changed, or name the fields to reset in the option resetMask";

const forGiven =
  "change fewer elements and keys at a time, or name a list or map as a whole and do not send it, instead of what is in it";
