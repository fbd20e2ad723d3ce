import { isRecord, readField } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/** The name of the routing header. */
export const routingHeaderName = "x-goog-request-params";

/** A field of the routing header: its path by proto names, and a template for the part of the value to send. */
export type RoutingRow = string | readonly [field: string, template: string];

/** Creates the routing header of a request (AIP-4222), such as `name=shelves%2F1&shelf=shelves%2F2`, if a field is set. */
export function createRoutingHeader(
  request: object,
  type: MessageTable,
  rows: readonly RoutingRow[],
): readonly (readonly [name: string, value: string])[] {
  const params = new Map<string, string>();
  for (const row of rows) {
    const [path, template] = typeof row === "string" ? [row, undefined] : row;
    const value = readText(type, request, path.split("."));
    const found = template === undefined ? ([path, value] as const) : matchTemplate(template, value);
    // The last value of a key counts.
    if (found !== undefined && found[1] !== "") params.set(...found);
  }
  if (params.size === 0) return [];
  const text = Array.from(params, (one) => one.map(encodeURIComponent).join("=")).join("&");
  return [[routingHeaderName, text]];
}

/** Reads a field by its path as text; empty if it is not set. */
function readText(type: MessageTable, message: object, [name = "", ...rest]: readonly string[]): string {
  const field = type.byName.get(name);
  if (field === undefined) return "";
  const value = readField(message as { [property: string]: unknown }, field);
  if (rest.length === 0) {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
    return isPlain && value !== 0 && value !== 0n ? String(value) : value === true ? "true" : "";
  }
  const { shape } = field;
  if (!isRecord(value) || shape.kind !== "single" || shape.type.kind !== "message") return "";
  return readText(shape.type.table, value, rest);
}

/** Matches a text with a template. Returns the key and the named part; undefined if the text does not match. */
export function matchTemplate(
  template: string,
  text: string,
): readonly [key: string, value: string] | undefined {
  const [, before = "", key, inner = "*", after = ""] =
    /^(.*?)\{([^{}=]+)(?:=([^{}]*))?\}(.*?)\/?$/.exec(template) ?? [];
  if (key === undefined) return undefined;
  const pattern = new RegExp(`^${toExpression(before)}(${toExpression(inner)})${toExpression(after)}$`, "s");
  const value = pattern.exec(text)?.[1];
  return value === undefined ? undefined : [key, value];
}

/** Converts segments to a regular expression: `*` is one segment, `**` any number with the delimiter before them. */
function toExpression(text: string): string {
  if (text === "**") return ".*";
  const open = text.endsWith("/**") ? text.slice(0, -3) : text;
  const parts = open
    .split("/")
    .map((part) => (part === "*" ? "[^/]+" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
  return parts.join("/") + (open === text ? "" : "(?:[:/].*)?");
}
