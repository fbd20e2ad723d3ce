import { deriveMask, maskSizeWarning, type Mask, prepareUpdate } from "../mask/index.js";
import { knownPart } from "../mask/known-part.js";
import { refuseNamedBeside } from "../mask/named-beside.js";
import { readMask } from "../mask/resolve-mask.js";
import type { MessageTable } from "../table/table.js";
import { OptionsError } from "../text/options-error.js";
import type { UpdateOptions } from "./call-options.js";
import { carriesNothing } from "./empty-update.js";
import type { Warning } from "./warnings.js";
import type { Interceptor } from "./interceptor.js";

/** Name of the header, unless the API has another. */
export const resetMaskHeader = "x-resetmask";

/** Told of a mask that is so long that a proxy may refuse it, and of an Update that changes nothing. */
export type MaskWarning = (warning: Warning) => void;

/** An Update with its mask. */
interface MaskedUpdate {
  readonly message: object;
  readonly mask: Mask;
}

/**
 * Sends the reset mask with every Update (conventions, section
 * 4.3): the caller's, or the one derived from the request, with which the
 * resource becomes what the request says. An empty mask, which changes only what
 * the request carries, is sent as no header at all: the server knows no
 * difference. A header that the caller set wins.
 */
export function resetMasks(warn: MaskWarning, header: string = resetMaskHeader): Interceptor {
  return (next) => (call) => {
    if (!call.method.isUpdate) return next(call);
    const { resetMask, strict } = call.options as Partial<UpdateOptions<object>>;
    if (call.metadata.has(header)) {
      if (resetMask === undefined) return next(call);
      throw new OptionsError(`resetMask: the option metadata has ${header} already; give one of them`);
    }
    // The compiler has checked the request, and `fill` what plain JavaScript passes.
    const table = call.method.request as MessageTable<object>;
    // `modify`, which is not strict, sends unknown fields only where they were changed.
    const given = call.message as object;
    const request = strict === false ? given : knownPart(table, given);
    const { message, mask } =
      resetMask === undefined
        ? { message: request, mask: deriveMask(table, request) }
        : explicitUpdate(table, request, { resetMask, strict });
    const name = call.method.path.slice(1);
    const size = maskSizeWarning(mask);
    if (size) warn({ event: "large_reset_mask", method: name, message: `${name}: ${size.message}` });
    if (strict !== false && mask.isEmpty && carriesNothing(table, message)) warn(nothingChanges(name));
    if (mask.isEmpty) return next({ ...call, message });
    return next({ ...call, message, metadata: call.metadata.with(header, mask.toString()) });
  };
}

function explicitUpdate(
  table: MessageTable<object>,
  request: object,
  { resetMask, strict }: Pick<UpdateOptions<object>, "resetMask" | "strict">,
): MaskedUpdate {
  const { mask, written } = readMask(table, resetMask);
  const message = prepareUpdate(table, request, mask, { strict });
  if (written && strict !== false) refuseNamedBeside(table, request, written);
  return { mask, message };
}

function nothingChanges(method: string): Warning {
  return {
    event: "empty_update",
    method,
    message:
      `${method}: the request carries nothing and the reset mask is empty, so nothing changes; a field at its ` +
      "default is not sent: to clear it, name it in resetMask",
  };
}
