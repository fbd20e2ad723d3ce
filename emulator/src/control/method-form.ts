/** The fields of a request for a form, as `@stratus/convention` reads them. */
import { type DescField, type DescMessage, type JsonObject, ScalarType } from "@bufbuild/protobuf";
import {
  type Annotations,
  describeLimits,
  isDocumentedAsRequired,
  isOmittedFromRequests,
} from "@stratus/convention";

/** The number of messages in each other that a form shows. Types can contain themselves. */
const maxDepth = 6;

/** Returns the fields that a caller can set in a request, with their names in proto3 JSON. */
export function methodForm(annotations: Annotations, request: DescMessage): JsonObject[] {
  return formFields(annotations, request, [request.typeName]);
}

function formFields(annotations: Annotations, message: DescMessage, path: readonly string[]): JsonObject[] {
  return message.fields
    .filter((field) => !isOmittedFromRequests(field, annotations.field(field)))
    .map((field) => formField(annotations, field, path));
}

function formField(annotations: Annotations, field: DescField, path: readonly string[]): JsonObject {
  const own = annotations.field(field);
  const type = fieldType(field);
  const isOpen =
    field.message !== undefined &&
    !type.startsWith("google.protobuf.") &&
    path.length < maxDepth &&
    !path.includes(type);
  return {
    name: field.name,
    jsonName: field.jsonName,
    type,
    isRequired: isDocumentedAsRequired(own),
    isList: field.fieldKind === "list",
    isMap: field.fieldKind === "map",
    isSecret: own.isSecret,
    behaviors: [...own.behaviors],
    limits: [...describeLimits(field, own)],
    ...(field.fieldKind === "map" ? { keyType: scalarName(field.mapKey) } : {}),
    ...(field.oneof === undefined ? {} : { oneof: field.oneof.name }),
    ...(field.enum === undefined ? {} : { values: field.enum.values.map(({ name }) => name) }),
    ...(isOpen && field.message !== undefined
      ? { fields: formFields(annotations, field.message, [...path, type]) }
      : {}),
  };
}

function fieldType(field: DescField): string {
  return field.message?.typeName ?? field.enum?.typeName ?? scalarName(field.scalar);
}

function scalarName(scalar: ScalarType | undefined): string {
  return ScalarType[scalar ?? ScalarType.STRING].toLowerCase();
}
