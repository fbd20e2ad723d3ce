/**
 * Classifies the fields of requests: those that a caller must set, and those that only the server sets (docs/conventions.md,
 * section 9.3). The types of requests depend on it.
 */
import { type DescField, type DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { isResource } from "../shapes/resource.js";
import { hasStringField, fieldMessage } from "../base/message-fields.js";
import type { FieldAnnotations } from "./model.js";

/** Fields that identify a resource or its version. Requests send them back, even if the server sets them. */
const identityFields: ReadonlySet<string> = new Set(["id", "name", "resource_version", "etag"]);

/**
 * Whether requests omit a field because only the server sets it: it is `OUTPUT_ONLY`, and neither required nor part of the
 * resource's identity. Members of oneofs are not omitted, because another member would be a change.
 */
export function isOmittedFromRequests(
  { name, fieldKind, oneof }: DescField,
  { behaviors, requiredBy }: FieldAnnotations,
): boolean {
  if (!behaviors.includes("OUTPUT_ONLY") || requiredBy.length > 0 || oneof) return false;
  if (behaviors.includes("IDENTIFIER") || behaviors.includes("INPUT_ONLY")) return false;
  return fieldKind !== "scalar" || !identityFields.has(name);
}

/**
 * Returns whether servers always reject a request without the field, and a type can express that. Such a field is
 * required, neither a server nor a client fills it in, and a set value is distinguishable from an unset one.
 */
export function isRequiredInRequests(
  field: DescField,
  { requiredBy, isOptionalInRequests }: FieldAnnotations,
): boolean {
  if (requiredBy.length === 0 || isOptionalInRequests || field.oneof) return false;
  const isPlain = field.fieldKind === "scalar" || field.fieldKind === "enum";
  return !(isPlain && field.presence === FeatureSet_FieldPresence.IMPLICIT);
}

/** Whether clients add metadata to a request that has none, to set the parent from their session. */
export function hasDefaultMetadata(request: DescMessage): boolean {
  const metadata = fieldMessage(request, "metadata");
  return metadata !== undefined && isResource(request) && hasStringField(metadata, "parent_id");
}

/** Whether a request has a field of type `google.protobuf.FieldMask`, so that it sends a part of a resource. */
export function hasFieldMask({ fields }: DescMessage): boolean {
  return fields.some(
    ({ fieldKind, message }) => fieldKind === "message" && message.typeName === "google.protobuf.FieldMask",
  );
}
