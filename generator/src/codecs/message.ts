import type { DescMessage } from "@bufbuild/protobuf";
import { code, joined, literal, objectOf, type Code } from "../code/code.js";
import { listField } from "./list-field.js";
import { mapField } from "./map-field.js";
import { printReading, type Member, type Writing } from "./member.js";
import type { Module } from "./module.js";
import { oneofField } from "./oneof-field.js";
import { singleField } from "./single-field.js";

/** The properties of a message, in the order of the proto. */
export function membersOf(message: DescMessage, module: Module): readonly Member[] {
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

/** `interface Disk { ... }` */
export function printInterface(name: Code, members: readonly Member[], { hasCodecs }: Module): Code {
  const unknown = hasCodecs ? [literal("_unknownFields?: UnknownFields | undefined;")] : [];
  const lines = [...members.map(({ declaration }) => declaration), ...unknown];
  return code`interface ${name} {\n${joined(lines, "\n")}\n}`;
}

/** What makes a message without any field: `{ name: "", parts: [] }`. */
export function printEmpty(members: readonly Member[]): Code {
  return objectOf(members.flatMap(({ initial }) => (initial ? [initial] : [])));
}

/**
 * `defineCodec<Disk>(...)`: what makes an empty message, what writes the fields of one, and what reads a field into one.
 * @param create The first of them.
 */
export function printCodec(name: Code, create: Code, members: readonly Member[], module: Module): Code {
  const parts = [create, printWriter(members), printReader(members, module)];
  return code`/*@__PURE__*/ ${module.shared("defineCodec")}<${name}>(\n${joined(parts, ", ")},\n)`;
}

/** Fields are written in the order of their numbers, as all codecs do. */
function printWriter(members: readonly Member[]): Code {
  const statements = members.flatMap(({ writing }) => writing).toSorted((a, b) => a.number - b.number);
  if (statements.length === 0) return literal("() => {}");
  return code`(message, writer) => {\n${joined(groupByOneof(statements), "\n")}\n}`;
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

function printReader(members: readonly Member[], module: Module): Code {
  const unknown = module.shared("readUnknown");
  const cases = members.flatMap(({ reading }) => reading).map(printReading);
  if (cases.length === 0) return unknown;
  const rest = code`default:\n${unknown}(message, reader, tag);`;
  return code`(message, reader, tag) => {\nswitch (tag) {\n${joined(cases, "")}${rest}\n}\n}`;
}
