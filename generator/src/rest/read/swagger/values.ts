import { isJsonObject, readProperty, type Json, type JsonObject } from "../json.js";

/** Returns a property that is an object, or an empty object. */
export function readObject(value: JsonObject, name: string): JsonObject {
  const found = readProperty(value, name);
  return isJsonObject(found) ? found : {};
}

/** Returns the strings of a list, or an empty list. */
export function readStrings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === "string") : [];
}

/** Returns the members of an object whose names pass the test. */
export function pickMembers(value: JsonObject, isPicked: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => isPicked(name)));
}
