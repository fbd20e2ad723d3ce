/**
 * `@stratus/runtime/messages`: what programs use beside messages that were generated without codecs
 * (`codec=none`): proto3 JSON, masks, times, whole messages from partial ones. The root entry of such a package
 * passes all of it on. Runs in browsers too: it needs neither Node, nor gRPC, nor a codec.
 *
 * @module
 */
export { check } from "../messages/check/check.js";
export { findDetails } from "../calls/error/find-details.js";
export * from "../messages/json/index.js";
export {
  applyUpdate,
  deriveMask,
  diffMask,
  ImmutableFieldError,
  Mask,
  maskFor,
  MaskPathError,
  MaskSyntaxError,
  parseMask,
  type TableUpdateRules,
  type UpdateRules,
} from "../messages/mask/index.js";
export { schemaOf } from "../messages/schema/schema-of.js";
export * from "./message-names.js";
