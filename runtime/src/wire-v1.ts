/**
 * `@stratus/runtime/wire-v1`: what the codecs of generated messages share. It reads and writes values in the Protocol
 * Buffers wire format, keeps what a message does not know, has the well-known types, and needs neither Node nor gRPC.
 */
export {
  defineEnum,
  type AnyEnum,
  type ClosedEnum,
  type EnumType,
  type OpenEnum,
} from "./table/enum-type.js";
export type { AnyJson, JsonForm, NumberJson } from "./json/json-form.js";
export type { JsonObject, JsonValue } from "./table/json-value.js";
export type { Properties } from "./table/field-access.js";
export { fields } from "./table/field-text.js";
export type {
  FieldRules,
  LoadRules,
  MessageRules,
  CelRow,
  RuleTables,
  RuleValue,
  ValueRules,
} from "./table/rules.js";
export type { FieldMore, FieldRow, TypeRow, ValueRow } from "./table/table.js";
export type { Write } from "./wire/codec.js";
export { type Entries, writeEntries } from "./wire/entries.js";
export { asFieldMask } from "./wire/field-mask.js";
export { isPositiveZero } from "./wire/float.js";
export { type ForeignCodec, joinMessage } from "./wire/joined-message.js";
export { defineMessage, type MessageType } from "./wire/message-type.js";
export type { MessageKind } from "./wire/message-kind.js";
export type { Make } from "./wire/reading-plan.js";
export { writePacked } from "./wire/lists.js";
export { asListValue, asStruct, asValue } from "./wire/plain-json.js";
export type { Reader } from "./wire/reader.js";
export type { Room } from "./wire/text.js";
export type { ValueReader } from "./wire/value-reader.js";
export type { ValueWriter } from "./wire/value-writer.js";
export type { KeepsUnknown, UnknownField, UnknownFields } from "./wire/unknown-fields.js";
export {
  asBool,
  asBytes,
  asDouble,
  asEnum,
  asFixed32,
  asFixed64,
  asFloat,
  asInt32,
  asInt64,
  asSfixed32,
  asSfixed64,
  asSint32,
  asSint64,
  asString,
  asUint32,
  asUint64,
  asUncheckedString,
  type ValueKind,
} from "./wire/value-kinds.js";
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
} from "./wire/wrappers.js";
export { Writer } from "./wire/writer.js";
export * from "./well-known/index.js";
