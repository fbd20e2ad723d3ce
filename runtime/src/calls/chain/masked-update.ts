import { deriveMask } from "../../messages/mask/derive/derive-mask.js";
import { omitUnknownFields } from "../../messages/mask/derive/omit-unknown-fields.js";
import { restoreUnrecognized } from "../../messages/mask/fields/unrecognized-enums.js";
import type { Mask } from "../../messages/mask/text/mask.js";
import { MaskPathError } from "../../messages/mask/text/mask-error.js";
import { rejectNamedBeside } from "../../messages/mask/check/named-beside.js";
import { checkMask, prepareUpdate } from "../../messages/mask/check/prepare-update.js";
import { readMask } from "../../messages/mask/check/resolve-mask.js";
import type { Method } from "../rpc/service.js";
import type { Properties } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { shorten } from "../../base/text/value-text.js";
import type { CallOptions, UpdateOptions } from "./call-options.js";
import { carriesNothing } from "./empty-update.js";
import { maskHeader } from "./mask-header.js";
import type { Warning } from "./warnings.js";

/** An Update with its mask. */
export interface MaskedUpdate {
  readonly message: object;
  /** The text of the mask. It is empty for a mask that clears nothing. */
  readonly header: string;
  /** The warnings about the mask. */
  readonly warnings: readonly Warning[];
}

/**
 * Returns an Update with the caller's mask, or with the one that is derived from the request. The derived mask
 * makes the resource equal to the request. This file is loaded with the first Update, because it and its imports
 * are an eighth of what a session loads.
 *
 * @throws MaskPathError, MaskSyntaxError or TypeError for a mask that cannot be sent.
 */
export function maskedUpdate(
  { path, request: type }: Method,
  given: object,
  options: CallOptions,
): MaskedUpdate {
  const { resetMask, strict } = options as Partial<UpdateOptions<object>>;
  const name = path.slice(1);
  const table = type as MessageTable<object>;
  const asked = resetMask === undefined ? undefined : readMask(table, resetMask);
  // The compiler has checked the request, and `fill` what plain JavaScript passes.
  const whole = restoreUnrecognized(table, given as Properties, asked?.mask.root);
  // `modify`, which is not strict, sends unknown fields only if they were changed.
  const request = strict === false ? whole : omitUnknownFields(table, whole);
  const { message, mask } =
    asked === undefined
      ? { message: request, mask: deriveMask(table, request) }
      : explicitUpdate(table, request, { ...asked, strict });
  const { text, hint } = maskHeader(table, message, { mask, isDerived: asked === undefined });
  const warnings: Warning[] = [];
  if (hint !== undefined)
    warnings.push({ event: "large_reset_mask", method: name, message: `${name}: ${hint}` });
  if (asked && strict === undefined && typeof resetMask !== "function")
    warnings.push(...unknownNames(name, table, mask));
  if (strict !== false && mask.isEmpty && carriesNothing(table, message)) warnings.push(nothingChanges(name));
  return { message, header: text, warnings };
}

function explicitUpdate(
  table: MessageTable<object>,
  request: object,
  { mask, written, strict }: ReturnType<typeof readMask> & Pick<UpdateOptions<object>, "strict">,
): { readonly message: object; readonly mask: Mask } {
  const message = prepareUpdate(table, request, mask, { strict });
  if (written && strict !== false) rejectNamedBeside(table, request, written);
  return { mask, message };
}

/** Maximum length of a mask in a log record. */
const maxTextLength = 300;

/**
 * Returns a warning about a field that this SDK does not know. Its server may be newer, or the name may be
 * misspelled.
 */
function unknownNames(method: string, table: MessageTable, mask: Mask): readonly Warning[] {
  try {
    checkMask(table, mask, { strict: true });
    return [];
  } catch (error) {
    if (!(error instanceof MaskPathError)) throw error;
    const message = `${method}: the reset mask is sent with a name that this SDK does not know: ${shorten(error.message, maxTextLength)}`;
    return [{ event: "unknown_mask_field", method, message }];
  }
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
