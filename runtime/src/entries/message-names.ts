/**
 * The names that programs use beside messages, whether they have codecs or not: types of masks, schemas, rules and tables,
 * and the error for invalid messages. It has no value that a page should not load at its start.
 */
export type { CelChecks } from "../messages/check/cel-checks.js";
export type { CheckOptions } from "../messages/check/check.js";
export type { Violation } from "../messages/check/violation.js";
export type {
  MessageSchema,
  SchemaIssue,
  SchemaOptions,
  SchemaResult,
  SchemaTarget,
} from "../messages/schema/schema.js";
export type { MessageType } from "../messages/wire/message-type.js";
export type { UnknownField, UnknownFields } from "../messages/wire/unknown-fields.js";
export type {
  MaskBuilder,
  MaskCheckOptions,
  MaskInput,
  MaskList,
  MaskMap,
  MaskNode,
  MaskPath,
  MaskSelector,
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
