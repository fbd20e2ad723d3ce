/**
 * `@stratus/runtime/mask`: reset masks, for client and server. Runs in
 * browsers too.
 *
 * @module
 */
export { applyUpdate, type TableUpdateRules } from "./apply-update.js";
export { deriveMask } from "./derive-mask.js";
export { diffMask } from "./diff-mask.js";
export { ImmutableFieldError, MaskPathError, MaskSyntaxError } from "./mask-error.js";
export { Mask, maskSizeWarning, type MaskSizeWarning, parseMask } from "./mask.js";
export type { MaskNode } from "./mask-tree.js";
export type { MaskBuilder, MaskList, MaskMap, MaskOf, MaskPath } from "./mask-builder.js";
export type { FieldValue, FieldView, MessageView, ScalarValue, SingleValue } from "./message-view.js";
export { prepareUpdate } from "./prepare-update.js";
export type { MaskCheckOptions } from "./mask-walk.js";
export { maskFor, resolveMask, type MaskInput, type MaskSelector } from "./resolve-mask.js";
export { TableView } from "./table-view.js";
export { updateView, type UpdateRules } from "./update-engine.js";
