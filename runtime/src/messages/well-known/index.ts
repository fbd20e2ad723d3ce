/**
 * The room of the well-known types: the messages and the enum of `google/protobuf`'s any, duration, empty, field_mask,
 * struct, timestamp and wrappers, as the generator would print them (a test holds them against that). They are here,
 * and not in each SDK, so that the Timestamp of two SDKs is one type, and no program loads it twice. Beside them the
 * types of their JSON. The folder `tables` has the same without codecs, for `codec=none`.
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
