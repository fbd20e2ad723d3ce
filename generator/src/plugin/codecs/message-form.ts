import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, literal, type Code } from "../../kit/code/code.js";
import { isDelimited } from "../source/field-traits.js";
import type { Module } from "./module.js";
import { findPlainType } from "./plain-types.js";
import { tag } from "./scalar-form.js";
import type { ValueForm } from "./value-form.js";

/** The form of a message: `Disk.wire.write(writer, 10, message.disk);`. */
export function messageForm(field: DescField, message: DescMessage, module: Module): ValueForm {
  const plain = findPlainType(message);
  const kind = (): Code => (plain ? module.runtime(plain.kind) : code`${module.value(message)}.wire`);
  const type = plain?.type(module) ?? module.type(message);
  const { number } = field;
  const isGroup = isDelimited(field);
  const wireType = isGroup ? WireType.StartGroup : WireType.LengthDelimited;
  const method = literal(isGroup ? "writeGroup" : "write");
  return {
    type,
    optionalType: code`${type} | undefined`,
    wireType,
    zero: undefined,
    isSet: (value) => code`${value} !== undefined`,
    kind,
    write: (value) => code`${kind()}.${method}(writer, ${tag(number, wireType)}, ${value});`,
  };
}
