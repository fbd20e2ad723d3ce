import { ScalarType, type DescField, type DescMessage, type DescOneof } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { Plain } from "./codecs.fixture.js";

/** The property of a field or oneof. */
export type NameOf = (desc: DescField | DescOneof) => string;

/** What our codec must make of a message that protobuf-es holds, written without a look at generated code. */
export function plainOf(message: ReflectMessage, nameOf: NameOf): Plain {
  const plain: Plain = {};
  for (const field of message.fields) {
    if (field.oneof) continue;
    if (field.fieldKind === "list") {
      plain[nameOf(field)] = [...message.get(field)].map((value) => plainValue(field, value, nameOf));
    } else if (field.fieldKind === "map") {
      const entries = [...message.get(field)].map(
        ([key, value]) => [key, plainValue(field, value, nameOf)] as const,
      );
      plain[nameOf(field)] = usesMap(field.mapKey) ? new Map(entries) : Object.fromEntries(entries);
    } else if (message.isSet(field) || !hasPresence(field)) {
      plain[nameOf(field)] = plainValue(field, message.get(field), nameOf);
    }
  }
  for (const oneof of message.oneofs) {
    const set = message.oneofCase(oneof);
    plain[nameOf(oneof)] = set && {
      $case: nameOf(set),
      value: plainValue(set, message.get(set), nameOf),
    };
  }
  return plain;
}

const hasPresence = (field: DescField): boolean =>
  field.fieldKind === "message" || field.presence !== FeatureSet_FieldPresence.IMPLICIT;

function usesMap(key: ScalarType): boolean {
  return [
    ScalarType.BOOL,
    ScalarType.INT64,
    ScalarType.UINT64,
    ScalarType.SINT64,
    ScalarType.FIXED64,
    ScalarType.SFIXED64,
  ].includes(key);
}

function plainValue(field: DescField, value: unknown, nameOf: NameOf): unknown {
  if (field.message) return plainMessage(field.message, value as ReflectMessage, nameOf);
  return "longAsString" in field && field.longAsString ? String(value) : value;
}

const wrapper = /^google\.protobuf\.(Bool|Bytes|Double|Float|Int32|Int64|String|UInt32|UInt64)Value$/;

function plainMessage(desc: DescMessage, message: ReflectMessage, nameOf: NameOf): unknown {
  const get = (name: string): unknown => message.get(found(desc.fields.find((field) => field.name === name)));
  if (wrapper.test(desc.typeName)) return get("value");
  switch (desc.typeName) {
    case "google.protobuf.FieldMask":
      return [...(get("paths") as Iterable<string>)];
    case "google.protobuf.Struct":
      return plainOf(message, nameOf)["fields"];
    case "google.protobuf.ListValue":
      return plainOf(message, nameOf)["values"];
    case "google.protobuf.Value": {
      const { kind } = plainOf(message, nameOf) as { kind?: { $case: string; value: unknown } };
      return kind?.$case === "nullValue" ? null : kind?.value;
    }
    default:
      return plainOf(message, nameOf);
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a well-known type lacks a field");
  return value;
}
