/**
 * `@stratus/runtime/messages`: what programs use beside messages that were generated without codecs
 * (`codec=none`): proto3 JSON, masks, times, whole messages from partial ones. The root entry of such a package
 * passes all of it on. Runs in browsers too: it needs neither Node, nor gRPC, nor a codec.
 *
 * @module
 */
export type { CelChecks } from "./check/cel-checks.js";
export { check, type CheckOptions } from "./check/check.js";
export type { Violation } from "./check/violation.js";
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
  type MaskCheckOptions,
  type MaskInput,
  type MaskList,
  type MaskMap,
  type MaskNode,
  type MaskPath,
  type MaskSelector,
  type TableUpdateRules,
  type UpdateRules,
} from "./mask/index.js";
export type { ClosedEnum, EnumType, OpenEnum } from "./table/enum-type.js";
export type {
  FieldRules,
  LoadRules,
  MessageRules,
  CelRow,
  RuleTables,
  RuleValue,
  ValueRules,
} from "./table/rules.js";
export type {
  MessageSchema,
  SchemaIssue,
  SchemaOptions,
  SchemaResult,
  SchemaTarget,
} from "./schema/schema.js";
export { schemaOf } from "./schema/schema-of.js";
export { MessageError } from "./table/message-error.js";
export type { MessageInit } from "./table/message-init.js";
export { oneofValue } from "./table/oneof.js";
export type {
  Field as TableField,
  MapKey as MapKeyType,
  MessageTable,
  Oneof as TableOneof,
  PlainJson as PlainJsonType,
  Scalar as ScalarType,
  Shape as FieldShape,
  ValueType as FieldType,
  WellKnown as WellKnownType,
  WireNote,
} from "./table/table.js";
export type { MessageType } from "./wire/message-type.js";
export type { UnknownField, UnknownFields } from "./wire/unknown-fields.js";
