import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { CustomOptions } from "../base/options.js";
import { serverManagedMetadata } from "../shapes/resource.js";
import { findField } from "../base/message-fields.js";
import type { FieldAnnotations } from "./model.js";

/** Whether a server may accept a request without a field that is required. */
export function isOptionalInRequests(
  field: DescField,
  { behaviors, requiredBy }: Pick<FieldAnnotations, "behaviors" | "requiredBy">,
  options: CustomOptions,
): boolean {
  if (behaviors.includes("OUTPUT_ONLY") || behaviors.includes("IDENTIFIER")) return true;
  // Create and Update use the same message for metadata, so its required fields cannot be required in both.
  const isMetadata = findField(field.parent, "resource_version") !== undefined;
  if (isMetadata && (field.name === "id" || serverManagedMetadata.has(field.name))) return true;
  const isOnlyBehavior = requiredBy.every((by) => by === "field_behavior");
  return isOnlyBehavior && (isUnsetInvisible(field) || isResourceName(field, options));
}

/** Whether an unset value of the field is not distinguishable from zero: a number or bool without field presence. */
function isUnsetInvisible({ fieldKind, scalar, presence }: DescField): boolean {
  return (
    fieldKind === "scalar" &&
    presence === FeatureSet_FieldPresence.IMPLICIT &&
    scalar !== ScalarType.STRING &&
    scalar !== ScalarType.BYTES
  );
}

/** Whether the field is the name of a resource. A request that creates the resource may omit it (https://google.aip.dev/133). */
function isResourceName({ name, parent }: DescField, options: CustomOptions): boolean {
  return name === "name" && options.named(parent, "resource").length > 0;
}
