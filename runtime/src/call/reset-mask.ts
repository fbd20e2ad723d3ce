import { deriveMask, maskSizeWarning, prepareUpdate, resolveMask, type Mask } from "../mask/index.js";
import type { MessageTable } from "../table/table.js";
import type { Warning } from "./warnings.js";
import type { Interceptor, OutgoingCall } from "./interceptor.js";

/** Name of the header, unless the API has another. */
export const resetMaskHeader = "x-resetmask";

/** Told of a mask that is so long that a proxy may refuse it. */
export type MaskWarning = (warning: Warning) => void;

/**
 * Sends the reset mask with every Update (conventions, section
 * 4.3): the caller's, or the one derived from the request, with which the
 * resource becomes what the request says. An empty mask, which changes only what
 * the request carries, is sent as no header at all: the server knows no
 * difference. A header that the caller set wins.
 */
export function resetMasks(warn: MaskWarning, header: string = resetMaskHeader): Interceptor {
  return (next) => (call) => {
    if (!call.method.isUpdate || call.metadata.has(header)) return next(call);
    const table = call.method.request as MessageTable<object>;
    const request = call.message as object;
    const explicit = explicitMask(call, table);
    const mask = explicit ?? deriveMask(table, request);
    const message = explicit ? prepareUpdate(table, request, explicit) : request;
    const warning = maskSizeWarning(mask);
    if (warning) {
      const method = call.method.path.slice(1);
      warn({ event: "large_reset_mask", method, message: `${method}: ${warning.message}` });
    }
    if (mask.isEmpty) return next({ ...call, message });
    return next({ ...call, message, metadata: call.metadata.with(header, mask.toString()) });
  };
}

function explicitMask({ options }: OutgoingCall, table: MessageTable<object>): Mask | undefined {
  if (!("resetMask" in options) || options.resetMask === undefined) return undefined;
  return resolveMask(table, options.resetMask as Parameters<typeof resolveMask<object>>[1]);
}
