import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { CustomOptions } from "../base/options.js";
import { serversMetadata } from "../parts/resource.js";
import { findField } from "../base/shape.js";
import type { StatedField } from "./model.js";

/** Whether a server may take a request without a field that is required. */
export function isLenient(
  field: DescField,
  { behaviors, requiredBy }: Pick<StatedField, "behaviors" | "requiredBy">,
  options: CustomOptions,
): boolean {
  if (behaviors.includes("OUTPUT_ONLY") || behaviors.includes("IDENTIFIER")) return true;
  // One message is the metadata of requests that create and of those that change.
  const isMetadata = findField(field.parent, "resource_version") !== undefined;
  if (isMetadata && (field.name === "id" || serversMetadata.has(field.name))) return true;
  const isOfBehaviorAlone = requiredBy.every((by) => by === "field_behavior");
  return isOfBehaviorAlone && (isUnseen(field) || isResourceName(field, options));
}

/** Nobody sees whether a number or a flag without presence was set to its default. */
function isUnseen({ fieldKind, scalar, presence }: DescField): boolean {
  return (
    fieldKind === "scalar" &&
    presence === FeatureSet_FieldPresence.IMPLICIT &&
    scalar !== ScalarType.STRING &&
    scalar !== ScalarType.BYTES
  );
}

/** The name of a resource, which a request that creates it need not carry (https://google.aip.dev/133). */
function isResourceName({ name, parent }: DescField, options: CustomOptions): boolean {
  return name === "name" && options.named(parent, "resource").length > 0;
}
