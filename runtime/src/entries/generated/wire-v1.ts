/**
 * `@stratus/runtime/generated/wire-v1`: what the codecs of generated messages share. It reads and writes values in the Protocol
 * Buffers wire format, keeps what a message does not know, has the well-known types, and needs neither Node nor gRPC.
 */
export {
  defineEnum,
  type AnyEnum,
  type ClosedEnum,
  type EnumType,
  type OpenEnum,
} from "../../messages/table/enum-type.js";
export type { AnyJson, JsonForm, NumberJson } from "../../messages/json/json-form.js";
export type { JsonObject, JsonValue } from "../../messages/table/json-value.js";
export type { Properties } from "../../messages/table/field-access.js";
export { fields } from "../../messages/table/field-text.js";
export type {
  FieldRules,
  LoadRules,
  MessageRules,
  CelRow,
  RuleTables,
  RuleValue,
  ValueRules,
} from "../../messages/table/rules.js";
export type { FieldMore, FieldRow, TypeRow, ValueRow } from "../../messages/table/table.js";
export type { Write } from "../../messages/wire/codec.js";
export { type Entries, writeEntries } from "../../messages/wire/entries.js";
export { asFieldMask } from "../../messages/wire/field-mask.js";
export { isPositiveZero } from "../../messages/wire/float.js";
export { isZeroInt64 } from "../../messages/wire/int64.js";
export { type ForeignCodec, joinMessage } from "../../messages/wire/joined-message.js";
export { defineMessage, type MessageType } from "../../messages/wire/message-type.js";
export type { MessageKind } from "../../messages/wire/message-kind.js";
export type { Make } from "../../messages/wire/reading-plan.js";
export { writePacked } from "../../messages/wire/lists.js";
export { asListValue, asStruct, asValue } from "../../messages/wire/plain-json.js";
export type { Reader } from "../../messages/wire/reader.js";
export type { WriteBuffer } from "../../messages/wire/text.js";
export type { ValueReader } from "../../messages/wire/value-reader.js";
export type { ValueWriter } from "../../messages/wire/value-writer.js";
export type { HasUnknownFields, UnknownField, UnknownFields } from "../../messages/wire/unknown-fields.js";
export {
  asBool,
  asBytes,
  asDouble,
  asEnum,
  asFixed32,
  asFixed64,
  asFixed64String,
  asFloat,
  asInt32,
  asInt64,
  asInt64String,
  asSfixed32,
  asSfixed64,
  asSfixed64String,
  asSint32,
  asSint64,
  asSint64String,
  asString,
  asUint32,
  asUint64,
  asUint64String,
  asUncheckedString,
  type ValueKind,
} from "../../messages/wire/value-kinds.js";
export {
  asBoolValue,
  asBytesValue,
  asDoubleValue,
  asFloatValue,
  asInt32Value,
  asInt64Value,
  asStringValue,
  asUInt32Value,
  asUInt64Value,
} from "../../messages/wire/wrappers.js";
export { Writer } from "../../messages/wire/writer.js";
export * from "../../messages/well-known/index.js";
