/**
 * `@stratus/runtime/generated/aip-v1`: what generated code of APIs adds that follow AIP (https://google.aip.dev): identifiers and
 * routes of requests, retries as their API has them, updates with field masks, names of resources. SDKs of other APIs
 * load nothing of it. It is frozen as `calls-v1` is.
 *
 * @module
 */
export { aip, type AipMethod } from "../../calls/aip/aip.js";
export type { CreatedName } from "../../calls/aip/created-name.js";
export type {
  FieldMapPath,
  FieldMaskBuilder,
  FieldMaskInput,
  FieldPath,
  PathOf,
} from "../../calls/aip/field-mask-builder.js";
export type { MaskedModifyOptions } from "../../calls/aip/masked-modify.js";
export type { MaskedPreview } from "../../calls/aip/masked-preview.js";
export {
  type FieldMaskOptions,
  type MaskedFields,
  maskedOperation,
  maskedUpdate,
  type WholeUpdate,
} from "../../calls/aip/masked-update.js";
export {
  maskedModify,
  maskedModifyNow,
  type MaskedMethods,
  previewMaskedModify,
} from "../../calls/aip/modify-call.js";
export { type ResourceName, type ResourceNames, resourceNames } from "../../calls/aip/resource-name.js";
export type { RoutingRow } from "../../calls/aip/routing-header.js";
