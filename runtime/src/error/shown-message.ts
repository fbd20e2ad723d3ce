import { showText } from "../text/secret-text.js";
import { setProperty } from "../table/own-property.js";
import type { AnyType } from "../json/any-types.js";
import { type JsonObject, type JsonValue } from "../json/json-types.js";
import { toReport } from "../json/to-json.js";
import type { MessageTable } from "../table/table.js";

/**
 * A message for people, by its proto3 JSON: fields marked `sensitive` or
 * `credentials` hidden, bytes counted, long text, long lists and deep messages
 * cut, defaults left out. An Any shows its fields where `anyTypes` has its type.
 */
export function showMessage(
  table: MessageTable,
  message: unknown,
  anyTypes: readonly AnyType[] = [],
): JsonValue {
  return bounded(toReport(table, message, { anyTypes }), 0);
}

const depthLimit = 12;
const lengthLimit = 50;
const textLimit = 500;

function bounded(json: JsonValue, depth: number): JsonValue {
  if (typeof json === "string") return showText(json, textLimit);
  if (typeof json !== "object" || json === null) return json;
  if (depth > depthLimit) return "...";
  if (Array.isArray(json)) {
    const shown = json.slice(0, lengthLimit).map((one) => bounded(one, depth + 1));
    return json.length > lengthLimit ? [...shown, `... (${json.length - lengthLimit} more)`] : shown;
  }
  return boundedObject(json, depth);
}

function boundedObject(json: JsonObject, depth: number): JsonObject {
  const shown: JsonObject = {};
  const entries = Object.entries(json);
  for (const [name, one] of entries.slice(0, lengthLimit)) {
    setProperty(shown, showText(name, textLimit), bounded(one, depth + 1));
  }
  if (entries.length > lengthLimit) shown["..."] = `${entries.length - lengthLimit} more`;
  return shown;
}
