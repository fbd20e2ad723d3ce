import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, json, literal, type Code } from "../code/code.js";
import type { Module } from "./module.js";
import { plainTypes, type PlainType } from "./plain-types.js";
import { tagged } from "./scalars.js";
import type { Earlier, ValueForm } from "./value-form.js";

/** The form of a message. */
export function messageForm(field: DescField, message: DescMessage, module: Module): ValueForm {
  const plain = plainTypes.get(message.typeName);
  if (plain && !module.hasCodecs) return typeAlone(plain);
  const codec = module.type(message);
  const { number } = field;
  const isGroup = isDelimited(field);
  const length = isGroup ? json(-number) : literal("reader.uint32()");
  const decode = (earlier: Code | undefined): Code =>
    earlier === undefined
      ? code`${codec}.decode(reader, ${length})`
      : code`${codec}.decode(reader, ${length}, ${earlier})`;
  const base = {
    ...typeAlone(plain ?? { type: codec, kind: "message" }),
    ...(isGroup ? { wireType: WireType.StartGroup } : {}),
  };
  return {
    ...base,
    write: (value, number) => {
      const whole = wrap(codec, value, plain);
      return isGroup
        ? code`${codec}.encode(${whole}, writer${tagged(number, WireType.StartGroup)})${tagged(number, WireType.EndGroup)};`
        : code`${codec}.encode(${whole}, writer${tagged(number, WireType.LengthDelimited)}.fork()).join();`;
    },
    read: (earlier) => unwrap(codec, decode(earlier && earlierMessage(codec, earlier, plain, module)), plain),
    readEmpty: () => unwrap(codec, code`${codec}.decode(new globalThis.Uint8Array(0))`, plain),
  };
}

/** Whether the field is written as a group: start tag, content, end tag. */
function isDelimited(field: DescField): boolean {
  const isMessage =
    (field.fieldKind === "message" || field.fieldKind === "list") && field.message !== undefined;
  return isMessage && field.delimitedEncoding;
}

function typeAlone({ type, kind }: PlainType | { readonly type: Code; readonly kind: "message" }): ValueForm {
  return {
    type,
    optionalType: kind === "value" ? type : code`${type} | undefined`,
    wireType: WireType.LengthDelimited,
    zero: undefined,
    isSet: (value) => code`${value} !== undefined`,
    write: notPrinted,
    writeInList: undefined,
    read: notPrinted,
    readEmpty: notPrinted,
  };
}

function notPrinted(): never {
  throw new Error("types alone have no codecs");
}

/** The message around a plain value. */
function wrap(codec: Code, value: Code, plain: PlainType | undefined): Code {
  if (!plain) return value;
  return plain.kind === "wrapper" ? code`{ value: ${value} }` : code`${codec}.wrap(${value})`;
}

function unwrap(codec: Code, message: Code, plain: PlainType | undefined): Code {
  if (!plain) return message;
  return plain.kind === "wrapper" ? code`${message}.value` : code`${codec}.unwrap(${message})`;
}

/** The message that earlier pieces gave. */
function earlierMessage(codec: Code, earlier: Earlier, plain: PlainType | undefined, module: Module): Code {
  switch (plain?.kind) {
    case undefined:
      return earlier(codec);
    case "wrapper":
      return code`${module.shared("wrapped")}(${earlier(undefined)})`;
    case "mask":
      return code`${codec}.wrap(${earlier(undefined)} ?? [])`;
    default:
      return code`${codec}.wrap(${earlier(undefined)})`;
  }
}
