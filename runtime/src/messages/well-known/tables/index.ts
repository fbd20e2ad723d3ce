/**
 * The well-known types without codecs: their types and field tables, as the generator would print them for
 * `codec=none`. An Any keeps what it holds as JSON.
 *
 * @module
 */
export { Any } from "./any.js";
export { Duration } from "./duration.js";
export { Empty } from "./empty.js";
export { FieldMask } from "./field-mask.js";
export type * from "../json-forms.js";
export { NullValue } from "../null-value.js";
export { ListValue, Struct, Value } from "./struct.js";
export { Timestamp } from "./timestamp.js";
export * from "./wrappers.js";
