import { isRecord, readField } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/** Name of the header that says where a request belongs. */
export const routingHeaderName = "x-goog-request-params";

/** A field that routes a request: its path by proto names, and what of its value counts if that is not all of it. */
export type RoutingRow = string | readonly [field: string, template: string];

/** The header for a request, if any of the fields says something (AIP-4222): `name=shelves%2F1&shelf=shelves%2F2`. */
export function routingHeader(
  request: object,
  type: MessageTable,
  rows: readonly RoutingRow[],
): readonly (readonly [name: string, value: string])[] {
  const params = new Map<string, string>();
  for (const row of rows) {
    const [path, template] = typeof row === "string" ? [row, undefined] : row;
    const value = textAt(type, request, path.split("."));
    const found = template === undefined ? ([path, value] as const) : matchTemplate(template, value);
    // Of several under one key the last one counts.
    if (found !== undefined && found[1] !== "") params.set(...found);
  }
  if (params.size === 0) return [];
  const text = Array.from(params, (one) => one.map(encodeURIComponent).join("=")).join("&");
  return [[routingHeaderName, text]];
}

/** The text of a field by its path; empty if it is not set. Other scalars have the text that a URL would have. */
function textAt(type: MessageTable, message: object, [name = "", ...rest]: readonly string[]): string {
  const field = type.byName.get(name);
  if (field === undefined) return "";
  const value = readField(message as { [property: string]: unknown }, field);
  if (rest.length === 0) {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
    return isPlain && value !== 0 && value !== 0n ? String(value) : value === true ? "true" : "";
  }
  const { shape } = field;
  if (!isRecord(value) || shape.kind !== "single" || shape.type.kind !== "message") return "";
  return textAt(shape.type.table, value, rest);
}

/** Key and value of the part of a text that a template names; undefined if the text is of another form. */
export function matchTemplate(
  template: string,
  text: string,
): readonly [key: string, value: string] | undefined {
  const [, before = "", key, inner = "*", after = ""] =
    /^(.*?)\{([^{}=]+)(?:=([^{}]*))?\}(.*?)\/?$/.exec(template) ?? [];
  if (key === undefined) return undefined;
  const pattern = new RegExp(`^${segments(before)}(${segments(inner)})${segments(after)}$`, "s");
  const value = pattern.exec(text)?.[1];
  return value === undefined ? undefined : [key, value];
}

/** The expression for segments: `*` is one, and `**` any number, with the delimiter before them. */
function segments(text: string): string {
  if (text === "**") return ".*";
  const open = text.endsWith("/**") ? text.slice(0, -3) : text;
  const parts = open
    .split("/")
    .map((part) => (part === "*" ? "[^/]+" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
  return parts.join("/") + (open === text ? "" : "(?:[:/].*)?");
}
