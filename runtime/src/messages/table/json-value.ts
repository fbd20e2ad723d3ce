/** A value that `JSON.stringify` writes and `JSON.parse` reads. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  [name: string]: JsonValue;
}
