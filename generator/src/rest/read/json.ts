/** A value of a document, which may be written in YAML or JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of a description. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Neither a list nor null nor anything smaller. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A property of the object itself; undefined also for names such as `__proto__`. */
export function readProperty(value: JsonObject, name: string): Json | undefined {
  const found = value[name];
  return found !== undefined && Object.hasOwn(value, name) ? found : undefined;
}
