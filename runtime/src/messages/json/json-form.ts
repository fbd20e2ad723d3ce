import type { JsonObject } from "../table/json-value.js";

/** The type of a message's JSON (option `json_types` of the generator). */
export interface JsonForm<Json> {
  /** Never set: ties the type of the JSON to the message type for the compiler. */
  readonly json?: Json;
}

/** A `float` or a `double` in proto3 JSON. */
export type NumberJson = number | "NaN" | "Infinity" | "-Infinity";

/** A `google.protobuf.Any` in proto3 JSON: the fields of its message, and the URL of its type. */
export type AnyJson = { "@type"?: string } & JsonObject;
