import type { DescEnum, DescFile, DescMessage } from "@bufbuild/protobuf";
import { code, fileHead, joined, literal, type Code } from "../code/code.js";
import { printEnum } from "./enums.js";
import { entryMembers, entryName, entryType, isMap, type MapField } from "./map-entry.js";
import type { Member } from "./member.js";
import { membersOf, printCodec, printEmpty, printInterface } from "./message.js";
import { openModule, type Module, type ModuleSettings } from "./module.js";
import { printPlainCodec } from "./plain-codec.js";
import { plainTypes } from "./plain-types.js";

/** What a module declares; a map stands for the message that its entries are on the wire. */
type Declared = DescEnum | DescMessage | MapField;

/** The code of a declaration: its type, its codec, and types that only its codec needs. */
interface Printed {
  readonly type: Code;
  readonly codec?: Code;
  readonly last?: Code;
}

/** The module of a file: its enums and messages, and behind them their codecs. */
export function printFile(file: DescFile, settings: ModuleSettings): Code {
  const declared = [...file.enums, ...file.messages.flatMap(withNested)];
  const types = declared.filter((one) => one.kind !== "field");
  const module = openModule(file, types, settings);
  const needed = settings.hasCodecs ? declared : types;
  const printed = needed.map((one) => printDeclared(one, module));
  const parts = [
    ...printed.map(({ type }) => type),
    ...printed.flatMap(({ codec }) => codec ?? []),
    ...printed.flatMap(({ last }) => last ?? []),
  ];
  const imports = joined([...module.importLines(), literal("")], "\n");
  return code`${fileHead(file.proto.name)}${imports}\n${joined(parts, "\n")}`;
}

/** A message and what is in it, in the order of the proto. */
function withNested(message: DescMessage): Declared[] {
  const maps = new Map(message.fields.filter(isMap).map((field) => [entryName(field), field]));
  const nested = new Map(message.nestedMessages.map((one) => [one.name, one]));
  const inner = message.proto.nestedType.flatMap(({ name }): Declared[] => {
    const one = nested.get(name);
    return one ? withNested(one) : [maps.get(name) ?? []].flat();
  });
  return [message, ...message.nestedEnums, ...inner];
}

function printDeclared(one: Declared, module: Module): Printed {
  switch (one.kind) {
    case "enum":
      return { type: printEnum(one, module) };
    case "message":
      return printMessage(one, module);
    case "field":
      return printEntry(one, module);
  }
}

function printMessage(message: DescMessage, module: Module): Printed {
  const name = module.type(message);
  const members = membersOf(message, module);
  const type = code`${module.docOf(message)}export ${printInterface(name, members, module)}\n`;
  if (!module.hasCodecs) return { type };
  const plain = plainTypes.get(message.typeName);
  if (!plain || plain.kind === "wrapper")
    return { type, codec: code`export ${printConst(name, members, module)}` };
  return { type, ...printPlainCodec(plain.kind, name, members, module) };
}

/** The entry of a map is a matter of its own file. */
function printEntry(field: MapField, module: Module): Printed {
  const name = entryType(field, module);
  const members = entryMembers(field, module);
  return {
    type: code`${printInterface(name, members, module)}\n`,
    codec: printConst(name, members, module),
  };
}

function printConst(name: Code, members: readonly Member[], module: Module): Code {
  // A block, since a compiler that meets `({` first reads it as the parameters of a function.
  const create = code`(): ${name} => {\nreturn ${printEmpty(members)};\n}`;
  return code`const ${name}: MessageFns<${name}> = ${printCodec(name, create, members, module)};\n`;
}
