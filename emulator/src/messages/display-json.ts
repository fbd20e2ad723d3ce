import {
  create,
  type DescField,
  type JsonObject,
  type JsonValue,
  type Registry,
  toJson,
} from "@bufbuild/protobuf";
import {
  isReflectList,
  isReflectMap,
  isReflectMessage,
  reflect,
  type ReflectMessage,
} from "@bufbuild/protobuf/reflect";
import { readInteger } from "./read.js";
import { errorText } from "../text/error-text.js";

/**
 * Converts a message to JSON for people. A value that the proto3 JSON mapping cannot represent does not hide the values beside it.
 * A mask is shown as it is sent, and a time or duration by its fields. Any other value is the object `{ unprintable }` with the reason.
 */
export function toDisplayJson(message: ReflectMessage, registry: Registry): JsonValue {
  try {
    return toJson(message.desc, message.message, { registry });
  } catch (error) {
    return showParts(message, registry, errorText(error));
  }
}

function showParts(message: ReflectMessage, registry: Registry, unprintable: string): JsonValue {
  const { typeName } = message.desc;
  switch (typeName) {
    case "google.protobuf.FieldMask": {
      const paths = message.fields[0] && message.get(message.fields[0]);
      return isReflectList(paths) ? [...paths].join(",") : "";
    }
    case "google.protobuf.Timestamp":
    case "google.protobuf.Duration":
      return {
        seconds: String(readInteger(message, "seconds")),
        nanos: Number(readInteger(message, "nanos")),
      };
  }
  if (typeName.startsWith("google.protobuf.")) return { unprintable };
  const set = message.fields.filter((field) => message.isSet(field));
  return Object.fromEntries(set.map((field) => [field.jsonName, showField(message, field, registry)]));
}

function showField(message: ReflectMessage, field: DescField, registry: Registry): JsonValue {
  const value: unknown = message.get(field);
  if (isReflectMessage(value)) return toDisplayJson(value, registry);
  if (isReflectList(value) && field.message)
    return [...value].map((one) => toDisplayJson(one as ReflectMessage, registry));
  if (isReflectMap(value) && field.message) {
    const entries = [...value].map(([key, one]) => [
      String(key),
      toDisplayJson(one as ReflectMessage, registry),
    ]);
    return Object.fromEntries(entries) as JsonObject;
  }
  try {
    const alone = reflect(message.desc, create(message.desc));
    alone.set(field, value);
    return (toJson(message.desc, alone.message) as JsonObject)[field.jsonName] ?? null;
  } catch (error) {
    return { unprintable: errorText(error) };
  }
}
