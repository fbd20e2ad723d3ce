import type { GuideField, GuideJson, GuideMessage } from "@stratus/runtime/guide";
import { isJsonObject } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";

/** The kinds of well-known types, with the JSON of the default value. */
const values: Readonly<Record<string, readonly [GuideField["kind"], GuideJson]>> = {
  Any: ["json", {}],
  BoolValue: ["bool", false],
  BytesValue: ["bytes", ""],
  DoubleValue: ["double", 0],
  Duration: ["message", "0s"],
  FieldMask: ["message", ""],
  FloatValue: ["float", 0],
  Int32Value: ["int32", 0],
  Int64Value: ["int64", "0"],
  ListValue: ["json", []],
  StringValue: ["string", ""],
  Struct: ["json", {}],
  Timestamp: ["message", "1970-01-01T00:00:00Z"],
  UInt32Value: ["uint32", 0],
  UInt64Value: ["uint64", "0"],
  Value: ["json", null],
};

const prefix = "google.protobuf.";

/** Whether a type is a well-known type, which the guide does not describe. */
export function isWellKnown(type: string): boolean {
  return type.startsWith(prefix);
}

/** Returns the field `value` of a well-known type, which stands for all of its JSON. Undefined for Empty. */
export function wellKnownMessage(type: string): GuideMessage | undefined {
  const found = values[type.slice(prefix.length)];
  if (!isWellKnown(type) || !found) return undefined;
  const [kind] = found;
  const field = { name: "value", property: "value", kind, text: "", ...(kind === "message" && { type }) };
  return { text: "", fields: [field] };
}

/**
 * Returns the JSON of a well-known type. A document is its JSON, or `{ "value": ... }` if the JSON of the type is not an object.
 *
 * @param value The value of the field `value`, which takes precedence over the document.
 * @throws A UsageError if the type has only a value, and the document has another field.
 */
export function wellKnownJson(
  type: string,
  { document, value }: { readonly document?: GuideJson | undefined; readonly value?: GuideJson | undefined },
): GuideJson {
  const [kind, empty] = values[type.slice(prefix.length)] ?? ["json", {}];
  if (value !== undefined) return value;
  if (document === undefined) return empty;
  if (kind === "json" || !isJsonObject(document)) return document;
  const { value: inner = empty, ...others } = document;
  const [stray] = Object.keys(others);
  if (stray === undefined) return inner;
  throw new UsageError("NAME_UNKNOWN", `there is no field ${stray}; there is value`);
}
