/**
 * JSON: converts messages to proto3 JSON and back, and their times to dates. Programs get it from their SDK or
 * from `@stratus/runtime/messages`. Runs in browsers too.
 */
export { packAny, unpackAny, type AnyMessage } from "./any.js";
export type { AnyType } from "./any-types.js";
export { fromJson } from "./from-json.js";
export { fromJsonText } from "./from-json-text.js";
export type { FromJsonOptions, JsonObject, JsonValue, ToJsonOptions } from "./json-types.js";
export type { AnyJson, JsonForm, NumberJson } from "./json-form.js";
export { toJson } from "./to-json.js";
export {
  durationFromMs,
  durationToMs,
  timestampFromDate,
  toDate,
  type DurationParts,
  type TimestampParts,
} from "../table/time.js";
