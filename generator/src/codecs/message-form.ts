import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, json, literal, type Code } from "../code/code.js";
import type { Module } from "./module.js";
import { plainTypes } from "./plain-types.js";
import { tag } from "./scalar-form.js";
import { readBy, type Earlier, type ValueForm } from "./value-form.js";

/** The form of a message: `Disk.wire.write(writer, 10, message.disk);` and `message.disk = Disk.wire.read(reader, message.disk);`. */
export function messageForm(field: DescField, message: DescMessage, module: Module): ValueForm {
  const plain = plainTypes.get(message.typeName);
  const kind = (): Code => (plain ? module.runtime(plain.kind) : code`${module.value(message)}.wire`);
  const type = plain?.type(module) ?? module.type(message);
  const base = {
    type,
    optionalType: code`${type} | undefined`,
    zero: undefined,
    isSet: (value: Code) => code`${value} !== undefined`,
    kind,
  };
  const { number } = field;
  if (isDelimited(field)) {
    const start = tag(number, WireType.StartGroup);
    return {
      ...base,
      wireType: WireType.StartGroup,
      write: (value) => code`${kind()}.writeGroup(writer, ${start}, ${value});`,
      read: readBy((earlier) => code`${kind()}.readGroup(reader, ${json(number)}${behind(earlier, type)})`),
    };
  }
  return {
    ...base,
    wireType: WireType.LengthDelimited,
    write: (value) => code`${kind()}.write(writer, ${tag(number, WireType.LengthDelimited)}, ${value});`,
    read: readBy((earlier) => code`${kind()}.read(reader${behind(earlier, type)})`),
  };
}

/** The earlier pieces as one more argument. */
function behind(earlier: Earlier | undefined, type: Code): Code {
  return earlier ? code`, ${earlier(type)}` : literal("");
}

/** Whether the field is written as a group: start tag, content, end tag. */
function isDelimited(field: DescField): boolean {
  const isMessage =
    (field.fieldKind === "message" || field.fieldKind === "list") && field.message !== undefined;
  return isMessage && field.delimitedEncoding;
}
