/**
 * The fields of requests: those that a caller must give, and those that only the server writes (docs/conventions.md, section 9.3).
 * Types of requests are made by that, and clients send by it.
 */
import { type DescField, type DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { isResource } from "../parts/resource.js";
import { hasText, messageAt } from "../base/shape.js";
import type { StatedField } from "./model.js";

/** Values that name a resource, or guard it against the changes of others: sent back, whoever writes them. */
const sentBack: ReadonlySet<string> = new Set(["id", "name", "resource_version", "etag"]);

/**
 * Whether requests leave a field out, since its value is the server's: `OUTPUT_ONLY`, unless it is required, names or guards
 * the resource, or is a member of a oneof: another member would be a change.
 */
export function isLeftOut(
  { name, fieldKind, oneof }: DescField,
  { behaviors, requiredBy }: StatedField,
): boolean {
  if (!behaviors.includes("OUTPUT_ONLY") || requiredBy.length > 0 || oneof) return false;
  if (behaviors.includes("IDENTIFIER") || behaviors.includes("INPUT_ONLY")) return false;
  return fieldKind !== "scalar" || !sentBack.has(name);
}

/**
 * Returns whether servers always reject a request without the field, and a type can express that. Such a field is
 * required, neither a server nor a client fills it in, and a set value is distinguishable from an unset one.
 */
export function mustBeGiven(field: DescField, { requiredBy, isLenient }: StatedField): boolean {
  if (requiredBy.length === 0 || isLenient || field.oneof) return false;
  const isPlain = field.fieldKind === "scalar" || field.fieldKind === "enum";
  return !(isPlain && field.presence === FeatureSet_FieldPresence.IMPLICIT);
}

/** Whether clients make the metadata of a request that has none: to name the parent that their session has. */
export function makesMetadata(request: DescMessage): boolean {
  const metadata = messageAt(request, "metadata");
  return metadata !== undefined && isResource(request) && hasText(metadata, "parent_id");
}

/** Whether a request is for a part of a resource, whose fields it names in a `google.protobuf.FieldMask`. */
export function isPartial({ fields }: DescMessage): boolean {
  return fields.some(
    ({ fieldKind, message }) => fieldKind === "message" && message.typeName === "google.protobuf.FieldMask",
  );
}
