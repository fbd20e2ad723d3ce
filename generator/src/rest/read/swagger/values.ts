import { isJsonObject, readProperty, type Json, type JsonObject } from "../json.js";

/** An object that may be missing. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const found = readProperty(value, name);
  return isJsonObject(found) ? found : {};
}

/** The texts of a list that may be missing. */
export function listOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === "string") : [];
}

/** The members of an object that have these names, or not. */
export function pick(value: JsonObject, isPicked: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => isPicked(name)));
}
