import { ScalarType, type DescEnum } from "@bufbuild/protobuf";
import { code, json } from "../../kit/code/code.js";
import type { Module } from "./module.js";
import { scalarForm } from "./scalar-form.js";
import type { ValueForm } from "./value-form.js";

/** Creates the form of an enum value, which is encoded like an int32. */
export function enumForm(one: DescEnum, fieldNumber: number, module: Module): ValueForm {
  const number = scalarForm(ScalarType.INT32, fieldNumber, module);
  const type = module.type(one);
  const zero = json(one.values[0]?.number ?? 0);
  return {
    type,
    optionalType: code`${type} | undefined`,
    wireType: number.wireType,
    zero,
    isSet: (value) => code`${value} !== ${zero}`,
    kind: () => code`${module.runtime("asEnum")}<${type}>()`,
    write: number.write,
  };
}
