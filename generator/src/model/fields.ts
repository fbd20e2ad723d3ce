import { ScalarType, type DescEnum, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { type CustomOptions, fieldBehaviors, isSecret } from "@stratus/convention";
import { isPlainType } from "../source/plain-type-names.js";
import type { Field, Shape, ValueType } from "./api.js";
import type { Names } from "./names.js";

/** What a field's model is made from. */
export interface FieldContext {
  readonly names: Names;
  readonly options: CustomOptions;
}

/** The message has another form in TypeScript than on the wire. */
export function isAdapted(message: DescMessage): boolean {
  return isPlainType(message.typeName);
}

/** FeatureSet.FieldPresence.IMPLICIT: a required field of proto2 has presence too. */
const implicit = 2;

/** The fields of a message in the order of the proto file. */
export function describeFields(message: DescMessage, context: FieldContext): Field[] {
  return message.fields.map((field) => describeField(field, context));
}

function describeField(field: DescField, { names, options }: FieldContext): Field {
  return {
    name: field.name,
    property: names.property(field),
    json: field.jsonName,
    shape: describeShape(field, names),
    hasPresence:
      (field.fieldKind === "scalar" || field.fieldKind === "enum") &&
      !field.oneof &&
      field.presence !== implicit,
    oneof: field.oneof && { name: field.oneof.name, property: names.property(field.oneof) },
    behaviors: fieldBehaviors(field, options),
    isSecret: isSecret(field, options),
  };
}

function describeShape(field: DescField, names: Names): Shape {
  const type = describeType(field, names);
  if (field.fieldKind === "map") return { kind: "map", key: scalarName(field.mapKey), type };
  return { kind: field.fieldKind === "list" ? "list" : "single", type };
}

function describeType(
  field: {
    readonly message: DescMessage | undefined;
    readonly enum: DescEnum | undefined;
    readonly scalar: ScalarType | undefined;
  },
  names: Names,
): ValueType {
  if (field.enum) return { kind: "enum", type: names.type(field.enum) };
  if (field.message) {
    if (isAdapted(field.message)) return { kind: "wellKnown", name: field.message.typeName };
    return { kind: "message", table: names.table(field.message) };
  }
  return { kind: "scalar", name: scalarName(field.scalar ?? ScalarType.STRING) };
}

/** Proto name of a scalar: `sfixed64`. */
function scalarName(scalar: ScalarType): string {
  return ScalarType[scalar].toLowerCase();
}
