import type { DescField, DescMessage } from "@bufbuild/protobuf";
import {
  code,
  docBlock,
  identifier,
  joined,
  json,
  literal,
  objectOf,
  string,
  template,
  type Code,
} from "../../kit/code/code.js";
import { printWidth } from "../../kit/emit/format.js";
import { printInput } from "./input.js";
import { listField } from "./list-field.js";
import { mapField } from "./map-field.js";
import type { Member, MemberCodec, Writing } from "./member.js";
import type { Module } from "./module.js";
import { unknownFieldsMember } from "./unknown-fields.js";
import { oneofField } from "./oneof-field.js";
import { printRow } from "./row.js";
import { singleField } from "./single-field.js";

/** The code of a message. */
export interface PrintedMessage {
  /** `export interface Disk { ... }`, and behind it the forms in which calls take it, if these differ. */
  readonly types: readonly Code[];
  /** `export const Disk: MessageType<Disk> = ...` */
  readonly value: Code;
}

/** A message: its interface, and the value of the same name with its table and its codec. */
export function printMessage(message: DescMessage, module: Module): PrintedMessage {
  const name = module.type(message);
  const members = printMembers(message, module);
  const lines = joined(
    [...members.map(({ declaration }) => declaration), ...extraMembers(message, module)],
    "\n",
  );
  const codecs = members.flatMap(({ codec }) => codec ?? []);
  const { inputs, wholes } = module.inputs;
  return {
    types: [
      code`${module.docOf(message)}export interface ${name} {\n${lines}\n}\n`,
      ...(inputs.has(message) ? [printInput(message, module)] : []),
      ...(wholes.has(message) ? [printWhole(message, module)] : []),
    ],
    value: printTyped(message, codecs, module),
  };
}

/** A message as an Update takes it: without what only the server writes. */
function printWhole(message: DescMessage, module: Module): Code {
  const { wholes, isOmittedFromRequests } = module.inputs;
  const sent: Module = {
    ...module,
    printsCodecs: false,
    type: (desc) => (desc.kind === "message" && wholes.has(desc) ? module.whole(desc) : module.type(desc)),
  };
  const members = printMembers(message, sent, (field) => !isOmittedFromRequests(field));
  const lines = [...members.map(({ declaration }) => declaration), ...extraMembers(message, module)];
  const doc = docBlock({
    text: `\`${module.type(message)}\` as an Update takes it: without what only the server writes.`,
  });
  return code`${doc}export interface ${module.whole(message)} extends ${module.runtimeType("InputOf")}<${module.type(message)}> {\n${joined(lines, "\n")}\n}\n`;
}

/** Returns the members of a message other than its fields: unknown fields, or the JSON of an Any without codecs. */
function extraMembers({ typeName, fields }: DescMessage, module: Module): readonly Code[] {
  if (module.hasCodecs) return [unknownFieldsMember(module)];
  if (typeName === "google.protobuf.Any")
    return [code`_json?: ${module.runtimeType("JsonObject")} | undefined;`];
  // Every value but null and undefined would be of an empty interface.
  return fields.length === 0 ? [literal("[name: string]: never;")] : [];
}

/** The properties of a message, in the order of the proto. */
function printMembers(
  message: DescMessage,
  module: Module,
  isTaken: (field: DescField) => boolean = () => true,
): readonly Member[] {
  return message.members.flatMap((member) => {
    if (member.kind === "oneof") return oneofField(member, module);
    if (!isTaken(member)) return [];
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
  return printValue(message, "MessageType", "joinMessage", [codec], module);
}

/** The type of a message: what makes it of its values, what writes its fields, and its table. */
function printCodec(message: DescMessage, members: readonly MemberCodec[], module: Module): Code {
  const parts = [printMaker(members, module), printWriter(message, members, module)];
  return printValue(message, "MessageType", "defineMessage", parts, module);
}

/** Prints the table of a message without a codec. */
function printTable(message: DescMessage, module: Module): Code {
  return printValue(message, "MessageTable", "defineTable", [], module);
}

/** The value of a message: its full name, what its kind of type needs, and its rows. */
function printValue(
  message: DescMessage,
  type: "MessageType" | "MessageTable",
  define: "defineMessage" | "joinMessage" | "defineTable",
  parts: readonly Code[],
  module: Module,
): Code {
  const name = module.type(message);
  const json = module.hasJsonTypes
    ? code` & ${module.runtimeType("JsonForm")}<${module.json(message)}>`
    : literal("");
  const start = code`export const ${name}: ${module.runtimeType(type)}<${name}>${json} = `;
  const call = code`/*@__PURE__*/ ${module.runtime(define)}<${name}>(`;
  // What the formatter breaks behind the sign stands one step deeper.
  const depth = start.length + call.length > printWidth ? 2 : 1;
  const rules = module.rulesOf(message);
  const all = [
    string(message.typeName),
    ...parts,
    printRows(message, depth, module),
    ...(rules ? [rules] : []),
  ];
  return code`${start}${call}\n${joined(all, ", ")},\n);\n`;
}

/**
 * The rows of its table, in the order of their numbers, so that a new field is a line more wherever the proto declares it; a
 * function, since the tables of messages name each other.
 */
function printRows(message: DescMessage, depth: number, module: Module): Code {
  const sorted = message.fields.toSorted((a, b) => a.number - b.number);
  const rows = sorted.map((field) => printRow(field, module));
  return rows.length === 0
    ? literal("() => []")
    : code`() => ${template(module.runtime("fields"), rows, depth)}`;
}

/**
 * Makes a message of the values of its properties: literals are the fastest that an engine makes. A property that may be
 * absent is set behind them. The values come in the order of the rows.
 */
function printMaker(members: readonly MemberCodec[], module: Module): Code {
  const sorted = members.toSorted((a, b) => firstNumber(a) - firstNumber(b));
  const values = sorted.map(({ property, mayBeAbsent }, index) => ({
    property,
    mayBeAbsent,
    value: code`v[${json(index)}]`,
  }));
  const present = values.filter(({ mayBeAbsent }) => !mayBeAbsent);
  const message = objectOf(present.map(({ property, value }) => [property, value]));
  if (members.length === 0) return literal("() => ({})");
  if (present.length === members.length) return code`(v: readonly unknown[]): object => (${message})`;
  const absent = values.filter(({ mayBeAbsent }) => mayBeAbsent);
  const sets = absent.map(
    ({ property, value }) => code`if (${value} !== undefined) message[${string(property)}] = ${value};`,
  );
  const type = module.runtimeType("Properties");
  return code`(v: readonly unknown[]): object => {\nconst message: ${type} = ${message};\n${inParts(sets)}\nreturn message;\n}`;
}

/** The lowest of the numbers of a property's fields: a oneof has several. */
function firstNumber({ writing }: MemberCodec): number {
  return Math.min(...writing.map(({ number }) => number));
}

/**
 * Fields are written in the order of their numbers, as all codecs do; before them those that nobody knows: where one of
 * them belongs to a oneof, what the program set comes last and counts. The parameters have their types, and those of the maker
 * too: a compiler checks functions without them twice, which is a tenth of the time to check an SDK.
 */
function printWriter(message: DescMessage, members: readonly MemberCodec[], module: Module): Code {
  const statements = members.flatMap(({ writing }) => writing).toSorted((a, b) => a.number - b.number);
  const unknown = literal("writer.unknown(message._unknownFields);");
  const parameters = code`message: ${module.type(message)}, writer: ${module.runtimeType("Writer")}`;
  return code`(${parameters}): void => {\n${inParts([unknown, ...groups(statements).map(printGroup)])}\n}`;
}

/** As many conditions as a function has before its next part: the compiler follows them to the first one, and gives up at a thousand. */
const maxStatements = 500;

/** Prints statements one after the other. Splits a long list into several functions. */
function inParts(statements: readonly Code[]): Code {
  if (statements.length <= maxStatements) return joined(statements, "\n");
  const parts: Code[] = [];
  for (let at = 0; at < statements.length; at += maxStatements) {
    const name = identifier(`part${parts.length + 1}`);
    const body = joined(statements.slice(at, at + maxStatements), "\n");
    parts.push(code`const ${name} = (): void => {\n${body}\n};\n${name}();`);
  }
  return joined(parts, "\n");
}

/** Groups members of a oneof if no other field has a number between theirs. */
function groups(statements: readonly Writing[]): Writing[][] {
  const found: Writing[][] = [];
  for (const statement of statements) {
    const last = found[found.length - 1];
    const isMore = statement.choice !== undefined && last?.[0]?.choice?.of === statement.choice.of;
    if (isMore) last?.push(statement);
    else found.push([statement]);
  }
  return found;
}

/** One switch for several members: a row of conditions would be looked through anew, by the compiler, for each. */
function printGroup(group: readonly Writing[]): Code {
  const cases = group.map(({ text, choice }) => {
    if (!choice) return text;
    if (group.length === 1) return code`if (${choice.of} === ${choice.name}) ${text}`;
    return code`case ${choice.name}:\n${text}\nbreak;`;
  });
  const of = group.length > 1 ? group[0]?.choice?.of : undefined;
  return of ? code`switch (${of}) {\n${joined(cases, "\n")}\n}` : joined(cases, "\n");
}
