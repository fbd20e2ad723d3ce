import type { GuideField, GuideJson, GuideMessage } from "@stratus/runtime/guide";
import { UsageError } from "../text/usage-error.js";

/** The kinds of well-known types whose JSON is a single value, with the JSON of the default value. */
const values: Readonly<Record<string, readonly [GuideField["kind"], GuideJson]>> = {
  BoolValue: ["bool", false],
  BytesValue: ["bytes", ""],
  DoubleValue: ["double", 0],
  Duration: ["string", "0s"],
  FieldMask: ["string", ""],
  FloatValue: ["float", 0],
  Int32Value: ["int32", 0],
  Int64Value: ["int64", "0"],
  ListValue: ["json", []],
  StringValue: ["string", ""],
  Timestamp: ["string", "1970-01-01T00:00:00Z"],
  UInt32Value: ["uint32", 0],
  UInt64Value: ["uint64", "0"],
  Value: ["json", null],
};

const prefix = "google.protobuf.";

/** Whether a type is a well-known type, which the guide does not describe. */
export function isWellKnown(type: string): boolean {
  return type.startsWith(prefix);
}

/** Returns the field `value` of a well-known type whose JSON is a single value. The message has no other fields. */
export function wellKnownMessage(type: string): GuideMessage | undefined {
  const found = values[type.slice(prefix.length)];
  if (!isWellKnown(type) || !found) return undefined;
  return { text: "", fields: [{ name: "value", property: "value", kind: found[0], text: "" }] };
}

/**
 * Returns the JSON of a well-known type from `{ "value": ... }`, or from its own JSON if that is an object.
 *
 * @throws A UsageError if the type has only a value, and there is another field.
 */
export function wellKnownJson(type: string, given: { readonly [name: string]: GuideJson }): GuideJson {
  const found = values[type.slice(prefix.length)];
  if (!found) return given;
  const { value = found[1], ...others } = given;
  const [stray] = Object.keys(others);
  if (stray === undefined) return value;
  throw new UsageError("NAME_UNKNOWN", `there is no field ${stray}; there is value`);
}
