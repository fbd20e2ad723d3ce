/**
 * `@stratus/runtime/json`: messages as proto3 JSON and back, and their times as
 * dates. Runs in browsers too.
 *
 * @module
 */
export { fromJson } from "./from-json.js";
export type { AnyType, FromJsonOptions, JsonObject, JsonValue, ToJsonOptions } from "./json-types.js";
export { toJson } from "./to-json.js";
export {
  durationFromMs,
  durationToMs,
  timestampFromDate,
  toDate,
  type DurationParts,
  type TimestampParts,
} from "../table/time.js";
