import { ScalarType, type DescField } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { messageForm } from "./message-form.js";
import type { Module } from "./module.js";
import { enumForm, scalarForm } from "./scalars.js";
import type { ValueForm } from "./value-form.js";

/** The form of a field's value, of each element of a list, or of the values of a map. */
export function valueForm(field: DescField, module: Module): ValueForm {
  if (field.message) return messageForm(field, field.message, module);
  if (field.enum) return enumForm(module.type(field.enum), defaultOf(field.enum.values));
  return scalarForm(field.scalar ?? ScalarType.STRING, field.utf8Validation);
}

function defaultOf(values: readonly { readonly number: number }[]): number {
  return values.some(({ number }) => number === 0) ? 0 : (values[0]?.number ?? 0);
}

/** Whether a scalar or enum outside a oneof can be set to its default and be told from an absent one. */
export function hasPresence(field: DescField): boolean {
  return (
    (field.fieldKind === "scalar" || field.fieldKind === "enum") &&
    field.presence !== FeatureSet_FieldPresence.IMPLICIT
  );
}
