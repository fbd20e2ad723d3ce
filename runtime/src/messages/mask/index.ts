/** Reset masks, for clients and servers. Programs import them from their SDK or from `@stratus/runtime/messages`. Works in browsers. */
export { applyUpdate, type TableUpdateRules } from "./rules/apply-update.js";
export { deriveMask } from "./derive/derive-mask.js";
export { diffMask } from "./derive/diff-mask.js";
export { ImmutableFieldError, MaskPathError, MaskSyntaxError } from "./text/mask-error.js";
export { Mask, parseMask } from "./text/mask.js";
export type { MaskNode } from "./text/mask-tree.js";
export type { MaskBuilder, MaskList, MaskMap, MaskOf, MaskPath } from "./text/mask-builder.js";
export type { FieldValue, FieldView, MessageView, ScalarValue, SingleValue } from "./rules/message-view.js";
export { prepareUpdate } from "./check/prepare-update.js";
export type { MaskCheckOptions } from "./check/mask-walk.js";
export { maskFor, resolveMask, type MaskInput, type MaskSelector } from "./check/resolve-mask.js";
export { TableView } from "./rules/table-view.js";
export { updateView, type UpdateRules } from "./rules/update-engine.js";
