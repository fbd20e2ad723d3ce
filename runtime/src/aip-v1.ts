/**
 * `@stratus/runtime/aip-v1`: what generated code of APIs adds that follow AIP (https://google.aip.dev): identifiers and
 * routes of requests, retries as their API has them, updates with field masks, names of resources. SDKs of other APIs
 * load nothing of it. It is frozen as `codegen-v1` is.
 *
 * @module
 */
export { aip, type AipMethod } from "./aip/aip.js";
export type {
  FieldMapPath,
  FieldMaskBuilder,
  FieldMaskInput,
  FieldPath,
  PathOf,
} from "./aip/field-mask-builder.js";
export type { MaskedModifyOptions } from "./aip/masked-modify.js";
export type { MaskedPreview } from "./aip/masked-preview.js";
export {
  type FieldMaskOptions,
  type MaskedFields,
  maskedOperation,
  maskedUpdate,
  type WholeUpdate,
} from "./aip/masked-update.js";
export { maskedModify, maskedModifyNow, type MaskedMethods, previewMaskedModify } from "./aip/modify-call.js";
export { type ResourceName, type ResourceNames, resourceNames } from "./aip/resource-name.js";
export type { RoutingRow } from "./aip/routing-header.js";
