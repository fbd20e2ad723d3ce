import { ScalarType, type DescEnum } from "@bufbuild/protobuf";
import { code, json, literal } from "../code/code.js";
import type { Module } from "./module.js";
import { scalarForm } from "./scalar-form.js";
import { readBy, type ValueForm } from "./value-form.js";

/** The form of a value of an enum, which stands on the wire as an int32 does. */
export function enumForm(one: DescEnum, fieldNumber: number, module: Module): ValueForm {
  const number = scalarForm(ScalarType.INT32, fieldNumber, false, module);
  const type = module.type(one);
  const zero = json(one.values[0]?.number ?? 0);
  return {
    ...number,
    type,
    optionalType: code`${type} | undefined`,
    zero,
    isSet: (value) => code`${value} !== ${zero}`,
    kind: () => code`${module.runtime("asEnum")}<${type}>()`,
    read: one.open ? readBy(() => code`reader.int32() as ${type}`) : readClosed(one, fieldNumber, module),
  };
}

/** A number that a closed enum does not name is an unknown field, and no value. */
function readClosed(one: DescEnum, fieldNumber: number, module: Module): ValueForm["read"] {
  return (put) => {
    const call = code`${module.runtime("readClosed")}(reader, message, ${json(fieldNumber)}, ${module.value(one)})`;
    return {
      text: code`const value = ${call};\nif (value !== undefined) ${put(literal("value"))}`,
      isBlock: true,
    };
  };
}
