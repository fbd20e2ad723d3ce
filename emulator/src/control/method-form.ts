/** The fields of a request for a form, as `@stratus/convention` reads them. */
import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import {
  type Annotations,
  describeLimits,
  isDocumentedAsRequired,
  isOmittedFromRequests,
} from "@stratus/convention";
import type { FormField, MethodForm } from "./view-types.js";

/**
 * Returns the fields that a caller can set in a request, with their names in proto3 JSON. Each message type is described once, so
 * types that contain themselves end too. Well-known types are not described: each has its own form in JSON.
 */
export function methodForm(
  annotations: Annotations,
  { name, request }: { readonly name: string; readonly request: DescMessage },
): MethodForm {
  const messages: Record<string, FormField[]> = {};
  const pending = [request];
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    if (Object.hasOwn(messages, type.typeName) || isWellKnown(type.typeName)) continue;
    const fields = type.fields.filter((field) => !isOmittedFromRequests(field, annotations.field(field)));
    messages[type.typeName] = fields.map((field) => formField(annotations, field));
    pending.push(...fields.flatMap(({ message }) => message ?? []));
  }
  return { method: name, request: request.typeName, messages };
}

function formField(annotations: Annotations, field: DescField): FormField {
  const own = annotations.field(field);
  return {
    name: field.name,
    jsonName: field.jsonName,
    type: field.message?.typeName ?? field.enum?.typeName ?? scalarName(field.scalar),
    isRequired: isDocumentedAsRequired(own),
    isList: field.fieldKind === "list",
    isMap: field.fieldKind === "map",
    isSecret: own.isSecret,
    behaviors: [...own.behaviors],
    limits: [...describeLimits(field, own)],
    ...(field.fieldKind === "map" ? { keyType: scalarName(field.mapKey) } : {}),
    ...(field.oneof === undefined ? {} : { oneof: field.oneof.name }),
    ...(field.enum === undefined ? {} : { values: field.enum.values.map(({ name }) => name) }),
  };
}

function isWellKnown(typeName: string): boolean {
  return typeName.startsWith("google.protobuf.") && typeName !== "google.protobuf.Empty";
}

function scalarName(scalar: ScalarType | undefined): string {
  return ScalarType[scalar ?? ScalarType.STRING].toLowerCase();
}
