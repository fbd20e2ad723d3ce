import { ScalarType, type DescField } from "@bufbuild/protobuf";
import { enumForm } from "./enum-form.js";
import { messageForm } from "./message-form.js";
import type { Module } from "./module.js";
import { isLongAsString } from "../source/field-traits.js";
import { longStringForm, scalarForm } from "./scalar-form.js";
import type { ValueForm } from "./value-form.js";

/** The form of a field's value, of each element of a list, or of the values of a map. */
export function valueForm(field: DescField, module: Module): ValueForm {
  if (field.message) return messageForm(field, field.message, module);
  if (field.enum) return enumForm(field.enum, field.number, module);
  const scalar = field.scalar ?? ScalarType.STRING;
  if (isLongAsString(field)) return longStringForm(scalar, field.number, module);
  return scalarForm(scalar, field.number, module);
}
