import type { DescMessage } from "@bufbuild/protobuf";
import { code, joined, literal, objectOf, string, type Code } from "../code/code.js";
import { listField } from "./list-field.js";
import { mapField } from "./map-field.js";
import { printReading, type Member, type MemberCodec, type Writing } from "./member.js";
import type { Module } from "./module.js";
import { oneofField } from "./oneof-field.js";
import { printRow } from "./row.js";
import { singleField } from "./single-field.js";

/** The code of a message. */
export interface PrintedMessage {
  /** `export interface Disk { ... }` */
  readonly type: Code;
  /** `export const Disk: MessageType<Disk> = ...` */
  readonly value: Code;
}

/** A message: its interface, and the value of the same name with its table and its codec. */
export function printMessage(message: DescMessage, module: Module): PrintedMessage {
  const name = module.type(message);
  const members = membersOf(message, module);
  const lines = joined([...members.map(({ declaration }) => declaration), ...keptOf(message, module)], "\n");
  const codecs = members.flatMap(({ codec }) => codec ?? []);
  return {
    type: code`${module.docOf(message)}export interface ${name} {\n${lines}\n}\n`,
    value: printTyped(message, codecs, module),
  };
}

/** What a message holds beside its fields: those that it does not know, or of an Any without codecs its JSON. */
function keptOf({ typeName }: DescMessage, module: Module): readonly Code[] {
  if (module.hasCodecs) return [code`_unknownFields?: ${module.runtimeType("UnknownFields")} | undefined;`];
  if (typeName !== "google.protobuf.Any") return [];
  return [code`_json?: ${module.runtimeType("JsonObject")} | undefined;`];
}

/** The properties of a message, in the order of the proto. */
function membersOf(message: DescMessage, module: Module): readonly Member[] {
  return message.members.map((member) => {
    if (member.kind === "oneof") return oneofField(member, module);
    switch (member.fieldKind) {
      case "list":
        return listField(member, module);
      case "map":
        return mapField(member, module);
      default:
        return singleField(member, module);
    }
  });
}

function printTyped(message: DescMessage, codecs: readonly MemberCodec[], module: Module): Code {
  if (!module.hasCodecs) return printTable(message, module);
  const foreign = module.foreignCodec(message);
  return foreign ? printJoined(message, foreign, module) : printCodec(message, codecs, module);
}

/** The type of a message whose codec another engine prints: the codec, and its table. */
function printJoined(message: DescMessage, codec: Code, module: Module): Code {
  const parts = [string(message.typeName), codec, printRows(message, module)];
  return printValue(message, "MessageType", "joinMessage", parts, module);
}

/** The type of a message: what writes its fields, what reads them, and its table. */
function printCodec(message: DescMessage, members: readonly MemberCodec[], module: Module): Code {
  const parts = [
    string(message.typeName),
    printWriter(members),
    printReader(members),
    printRows(message, module),
  ];
  return printValue(message, "MessageType", "defineMessage", parts, module);
}

/** The table of a message, where there is no codec. */
function printTable(message: DescMessage, module: Module): Code {
  return printValue(
    message,
    "MessageTable",
    "defineTable",
    [string(message.typeName), printRows(message, module)],
    module,
  );
}

function printValue(
  message: DescMessage,
  type: "MessageType" | "MessageTable",
  define: "defineMessage" | "joinMessage" | "defineTable",
  parts: readonly Code[],
  module: Module,
): Code {
  const name = module.type(message);
  const call = code`/*@__PURE__*/ ${module.runtime(define)}<${name}>(\n${joined(parts, ", ")},\n)`;
  const json = module.hasJsonTypes
    ? code` & ${module.runtimeType("JsonForm")}<${module.json(message)}>`
    : literal("");
  return code`export const ${name}: ${module.runtimeType(type)}<${name}>${json} = ${call};\n`;
}

/** The rows of its table; a function, since the tables of messages name each other. */
function printRows(message: DescMessage, module: Module): Code {
  const rows = message.fields.map((field) => code`${printRow(field, module)},`);
  return rows.length === 0 ? literal("() => []") : code`() => [\n${joined(rows, "\n")}\n]`;
}

/**
 * Fields are written in the order of their numbers, as all codecs do; before them those that nobody knows: where one of
 * them belongs to a oneof, what the program set comes last and counts.
 */
function printWriter(members: readonly MemberCodec[]): Code {
  const statements = members.flatMap(({ writing }) => writing).toSorted((a, b) => a.number - b.number);
  const unknown = literal("writer.unknown(message._unknownFields);");
  return code`(message, writer) => {\n${joined([unknown, ...groupByOneof(statements)], "\n")}\n}`;
}

/** One switch for the members of a oneof, or as many as there are other fields between their numbers. */
function groupByOneof(statements: readonly Writing[]): Code[] {
  const groups: { readonly switchOn: Code | undefined; readonly texts: Code[] }[] = [];
  for (const { switchOn, text } of statements) {
    const last = groups.at(-1);
    if (switchOn !== undefined && last?.switchOn === switchOn) last.texts.push(text);
    else groups.push({ switchOn, texts: [text] });
  }
  return groups.map(({ switchOn, texts }) => {
    const body = joined(texts, "\n");
    return switchOn === undefined ? body : code`switch (${switchOn}) {\n${body}\n}`;
  });
}

/** One switch by tag: what comes with another wire type is an unknown field like any other. */
function printReader(members: readonly MemberCodec[]): Code {
  const empty = objectOf(members.flatMap(({ initial }) => (initial ? [initial] : [])));
  const cases = members.flatMap(({ reading }) => reading).map(printReading);
  const keep = literal("reader.keep(message, tag);");
  const body = cases.length === 0 ? keep : code`switch (tag) {\n${joined(cases, "")}default:\n${keep}\n}`;
  const loop = code`for (let tag = reader.next(end); tag !== 0; tag = reader.next(end)) {\n${body}\n}`;
  return code`(reader, end, message = ${empty}) => {\n${loop}\nreturn message;\n}`;
}
