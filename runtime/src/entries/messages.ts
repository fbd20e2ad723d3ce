/**
 * `@stratus/runtime/messages`: what programs use beside messages that were generated without codecs
 * (`codec=none`): proto3 JSON, masks, times, whole messages from partial ones. The root entry of such a package
 * passes all of it on. Runs in browsers too: it needs neither Node, nor gRPC, nor a codec.
 *
 * @module
 */
export type { CelChecks } from "../messages/check/cel-checks.js";
export { check, type CheckOptions } from "../messages/check/check.js";
export type { Violation } from "../messages/check/violation.js";
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
} from "../messages/mask/index.js";
export type { ClosedEnum, EnumType, OpenEnum } from "../messages/table/enum-type.js";
export type {
  FieldRules,
  LoadRules,
  MessageRules,
  CelRow,
  RuleTables,
  RuleValue,
  ValueRules,
} from "../messages/table/rules.js";
export type {
  MessageSchema,
  SchemaIssue,
  SchemaOptions,
  SchemaResult,
  SchemaTarget,
} from "../messages/schema/schema.js";
export { schemaOf } from "../messages/schema/schema-of.js";
export { MessageError } from "../messages/table/message-error.js";
export type { MessageInit } from "../messages/table/message-init.js";
export { oneofValue } from "../messages/table/oneof.js";
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
} from "../messages/table/table.js";
export type { MessageType } from "../messages/wire/message-type.js";
export type { UnknownField, UnknownFields } from "../messages/wire/unknown-fields.js";
