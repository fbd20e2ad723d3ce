/**
 * `@stratus/runtime/messages`: what programs use beside messages that were generated without codecs
 * (`codec=none`): proto3 JSON, masks, times, whole messages from partial ones. The root entry of such a package
 * passes all of it on. Runs in browsers too: it needs neither Node, nor gRPC, nor a codec.
 *
 * @module
 */
export { findDetails } from "./error/find-details.js";
export * from "./json/index.js";
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
  type MaskBuilder,
  type MaskInput,
  type MaskPath,
  type MaskSelector,
  type TableUpdateRules,
} from "./mask/index.js";
export type { ClosedEnum, EnumType, OpenEnum } from "./table/enum-type.js";
export type { Init } from "./table/init.js";
export { valueOf } from "./table/oneof.js";
export type { MessageTable } from "./table/table.js";
export type { MessageType } from "./wire/message-type.js";
