import type { GuideField, GuideForm, GuideJson, GuideKind, GuideMessage } from "@stratus/runtime/guide";
import { parseNumber } from "./numbers.js";
import { isQueryArray, isQueryObject, type QueryValue } from "./query-value.js";

/** The kinds whose JSON is text because it may have more digits than a `number` (proto3 JSON). */
const integers: ReadonlySet<GuideKind> = new Set([
  "fixed64",
  "int64",
  "integer",
  "sfixed64",
  "sint64",
  "uint64",
]);

const wrappers: ReadonlySet<string> = new Set(["google.protobuf.Int64Value", "google.protobuf.UInt64Value"]);

/** Describes messages. A {@link Service} does. */
export interface MessageSchema {
  /** Looks up a message by its full name. */
  readonly message: (name: string | undefined) => GuideMessage;
  /** Returns the name of a field in JSON. */
  readonly jsonName: (field: GuideField) => string;
}

/** Converts the JSON of a response to a value of a query, in which 64-bit integers are numbers. */
export function toQueryValue(form: GuideForm, json: GuideJson, schema: MessageSchema): QueryValue {
  if (json === null) return null;
  if (form.isList || form.mapKey !== undefined) {
    const one: GuideForm = { ...form, isList: undefined, mapKey: undefined };
    if (Array.isArray(json)) return json.map((value: GuideJson) => toQueryValue(one, value, schema));
    return isQueryObject(json) ? mapValues(json, (value) => toQueryValue(one, value, schema)) : json;
  }
  if (typeof json === "string")
    return integers.has(form.kind) || wrappers.has(form.type ?? "") ? readInteger(json) : json;
  if (form.kind !== "message" || !isQueryObject(json)) return json;
  const fields = new Map(schema.message(form.type).fields.map((field) => [schema.jsonName(field), field]));
  return mapValues(json, (value, name) => {
    const field = fields.get(name);
    return field === undefined ? value : toQueryValue(field, value, schema);
  });
}

/** A 64-bit value is a `bigint` even if it is small, so that it is printed as it is without a query. */
function readInteger(text: string): QueryValue {
  const value = parseNumber(text);
  return value === undefined || !/^-?\d+$/.test(text) ? text : BigInt(value);
}

function mapValues(
  json: { readonly [name: string]: GuideJson },
  convert: (value: GuideJson, name: string) => QueryValue,
): QueryValue {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, convert(value, name)]));
}

/** Converts the result of a query to JSON. A `bigint` becomes text, as in proto3 JSON. */
export function fromQueryValue(value: QueryValue): GuideJson {
  if (typeof value === "bigint") return String(value);
  if (isQueryArray(value)) return value.map(fromQueryValue);
  if (!isQueryObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fromQueryValue(one)]));
}
