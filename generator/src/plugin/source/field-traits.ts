import type { DescField } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";

/** Whether a scalar or enum outside a oneof distinguishes its default from an absent value. */
export function hasPresence(field: DescField): boolean {
  return (
    (field.fieldKind === "scalar" || field.fieldKind === "enum") &&
    field.presence !== FeatureSet_FieldPresence.IMPLICIT
  );
}

/** Whether no message is whole without the field: `required` of proto2, LEGACY_REQUIRED of editions. */
export function isRequired({ presence }: DescField): boolean {
  return presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
}

/** Whether the values are 64-bit integers, and strings in TypeScript: `jstype = JS_STRING`. */
export function isLongAsString(field: DescField): boolean {
  return "longAsString" in field && field.longAsString;
}

/** Whether the field is written as a group: start tag, content, end tag. */
export function isDelimited(field: DescField): boolean {
  return "delimitedEncoding" in field && field.delimitedEncoding === true;
}
