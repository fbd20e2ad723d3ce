/**
 * `@stratus/runtime/mask`: reset masks, for client and server. Runs in
 * browsers too.
 *
 * @module
 */
export { applyUpdate, type TableUpdateRules } from "./apply-update.js";
export { ImmutableFieldError } from "./immutable-field-error.js";
export { Mask, parseMask } from "./mask.js";
export { MaskSyntaxError } from "./mask-syntax-error.js";
export { updateView, type UpdateRules } from "./update-engine.js";
export type { FieldValue, FieldView, MessageView, ScalarValue, SingleValue } from "./message-view.js";
export { deriveMask } from "./derive-mask.js";
export { diffMask } from "./diff-mask.js";
export { maskSizeWarning, type MaskSizeWarning } from "./mask-size.js";
