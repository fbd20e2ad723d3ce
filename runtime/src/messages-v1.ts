/**
 * `@stratus/runtime/messages-v1`: the door between the runtime and messages that
 * were generated without codecs (`codec=none`). It is frozen as `codegen-v1` is.
 * Runs in browsers too: it needs neither Node, nor gRPC, nor a codec.
 *
 * @module
 */
export {
  durationFromMs,
  durationToMs,
  fromJson,
  timestampFromDate,
  toDate,
  toJson,
  type AnyType,
  type DurationParts,
  type FromJsonOptions,
  type JsonObject,
  type JsonValue,
  type TimestampParts,
  type ToJsonOptions,
} from "./json/index.js";
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
export * from "./table/define-table.js";
export { fill } from "./table/fill.js";
export type { Init } from "./table/init.js";
export type { MessageTable } from "./table/table.js";
