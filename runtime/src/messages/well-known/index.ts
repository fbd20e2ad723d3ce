/**
 * The well-known types: the messages and the enum of `google/protobuf`'s any, duration, empty, field_mask, struct, timestamp and
 * wrappers, as the generator prints them, and the types of their JSON. They are part of the runtime so that the `Timestamp` of two
 * SDKs is the same type and is loaded once. The folder `tables` contains the same types without codecs, for `codec=none`.
 *
 * @module
 */
export { Any } from "./any.js";
export { Duration } from "./duration.js";
export { Empty } from "./empty.js";
export { FieldMask } from "./field-mask.js";
export type * from "./json-forms.js";
export { NullValue } from "./null-value.js";
export { ListValue, Struct, Value } from "./struct.js";
export { Timestamp } from "./timestamp.js";
export * from "./wrappers.js";
