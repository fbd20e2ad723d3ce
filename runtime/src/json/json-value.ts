/** What `JSON.stringify` writes and `JSON.parse` reads. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** Sets a property, whatever it is called: assigned, `__proto__` would be no property. */
export function setProperty(object: JsonObject, name: string, value: JsonValue): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Whether a value is an object of JSON. */
export function isJsonObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
