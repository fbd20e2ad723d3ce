import type { FieldPlan } from "./field-plan.js";
import type { MessagePlan } from "./plan.js";
import { changed, replaceExactly, type Section } from "./section.js";

/** The case of one wire type of a field: the tag that it is for, and what it does. */
interface Case {
  readonly tag: string;
  readonly body: string;
}

/**
 * The cases of a decoder, by tag instead of by number: what comes with another
 * wire type is then an unknown field like any other.
 *
 * @param codec The section that they are from.
 * @param text The cases as ts-proto writes them.
 * @param emptyValues What reads an empty value of a map, by the type of its entry.
 */
export function repairReading(
  codec: Section,
  text: string,
  plan: MessagePlan,
  emptyValues: ReadonlyMap<string, string>,
): string {
  const fields = text.split(/^(?=case \d+: \{$)/m).filter(Boolean);
  return fields
    .flatMap((field) => {
      const section = { ...codec, text: field };
      const number = Number(/^case (\d+)/.exec(field)?.[1]);
      const fieldPlan = plan.fields.get(number);
      if (!fieldPlan) throw changed(codec, `it reads a field ${number}`);
      return casesOf(section).map(({ tag, body }) => {
        const repaired = repairBody({ ...codec, text: body }, number, fieldPlan, emptyValues);
        return /^const /m.test(repaired)
          ? `case ${tag}: {\n${repaired}\nbreak;\n}\n`
          : `case ${tag}:\n${repaired}\nbreak;\n`;
      });
    })
    .join("");
}

/** A field of one wire type. */
const single = /^case \d+: \{\nif \(tag !== (\d+)\) \{\s*break;\s*\}\s*([^]*?)\s*continue; \}\n$/;
/** A list of numbers, which comes one by one or packed. */
const double = new RegExp(
  [
    String.raw`^case \d+: \{\nif \(tag === (\d+)\) \{\s*(.*)\s*continue;\s*\}\s*`,
    String.raw`if \(tag === (\d+)\) \{\s*const end2 = reader\.uint32\(\) \+ reader\.pos;\s*`,
    String.raw`while \(reader\.pos < end2\) \{\s*\2\s*\}\s*continue;\s*\}\s*break;\s*\}\n$`,
  ].join(""),
);

function casesOf(section: Section): readonly Case[] {
  const [, tag, body] = single.exec(section.text) ?? [];
  if (tag !== undefined && body !== undefined) return [{ tag, body }];
  const [, loose, one, packed] = double.exec(section.text) ?? [];
  if (loose === undefined || one === undefined || packed === undefined) {
    throw changed(section, "a field is not read as it was");
  }
  const loop = "for (const end = enterList(reader); isInList(reader, end); )";
  return [
    { tag: loose, body: one },
    { tag: packed, body: `${loop} ${one}` },
  ];
}

function repairBody(
  section: Section,
  number: number,
  plan: FieldPlan,
  emptyValues: ReadonlyMap<string, string>,
): string {
  const grouped = plan.isGroup ? numberGroup(section, number) : section;
  const merged = plan.holds ? mergePieces(grouped, plan) : grouped;
  const strict = plan.isStrictText
    ? replaceExactly(1, merged, /\breader\.string\(\)/g, "reader.string(true)")
    : merged;
  return (plan.map ? readMap(strict, plan, emptyValues) : strict).text;
}

/** A group is read by its number, as a negative length, so that its end can be told from that of another. */
function numberGroup(section: Section, number: number): Section {
  return replaceExactly(1, section, /\.decode\(reader\)/g, `.decode(reader, -${number})`);
}

/** A message that comes in pieces is merged: a piece is read into what the earlier ones gave. */
function mergePieces(section: Section, { holds }: FieldPlan): Section {
  return replaceExactly(
    1,
    section,
    /\b(\w+)\.decode\(reader, (reader\.uint32\(\)|-\d+)\)/g,
    (_, type = "", length = "") => {
      const earlier = earlierValue(section, holds === "message" ? `<${type}>` : "");
      return `${type}.decode(reader, ${length}, ${asMessage(earlier, type, holds)})`;
    },
  );
}

/** `message.a = ...` and `message.kind = { $case: 'a', value: ... }`. */
function earlierValue(section: Section, typeArgument: string): string {
  const [, oneof, member] = /^(message\S+) = \{ \$case: '([\w$]*)', value: /.exec(section.text) ?? [];
  if (oneof !== undefined && member !== undefined) return `valueOf${typeArgument}(${oneof}, '${member}')`;
  const [, property] = /^(message\S+) = \w/.exec(section.text) ?? [];
  if (property === undefined) throw changed(section, "a message is not read as it was");
  return property;
}

function asMessage(value: string, type: string, holds: FieldPlan["holds"]): string {
  if (holds === "message") return value;
  if (holds === "wrapper") return `wrapped(${value})`;
  // Beside a message of the API that is called so, it is imported as FieldMask1.
  return `${type}.wrap(${value}${/^FieldMask\d*$/.test(type) ? " ?? []" : ""})`;
}

const entryRead =
  /^const (entry\d+) = (\w+)\.decode\(reader, reader\.uint32\(\)\);\s*if \(\1\.value !== undefined \) \{\s*(\S+?)(\[|\.set\()\1\.key(?:\] = |, )\1\.value(\)?;)\s*\}$/g;

/** A value that the entry of a map leaves out is an empty message. */
function readMap(section: Section, { map }: FieldPlan, emptyValues: ReadonlyMap<string, string>): Section {
  return replaceExactly(
    1,
    section,
    entryRead,
    (_, _name, entry = "", property = "", opening = "", end = "") => {
      const empty = emptyValues.get(entry);
      const isOptional = empty !== undefined && !map?.isFilled;
      const value = empty !== undefined && map?.isFilled ? `value ?? ${empty}` : "value";
      const put = `${property}${opening}key${opening === "[" ? "] = " : ", "}${value}${end}`;
      const read = `const { key, value } = ${entry}.decode(reader, reader.uint32());\n`;
      return `${read}${isOptional ? "if (value !== undefined) " : ""}${put}`;
    },
  );
}

/** What reads an empty value of a map, from the codec of its entry; undefined for scalars. */
export function emptyValueOf({ text }: Section): string | undefined {
  const read = /^ *message\.value = (.*\.decode\(reader, reader\.uint32\(\)\).*);$/m.exec(text)?.[1];
  return read?.replace("(reader, reader.uint32())", "(new globalThis.Uint8Array(0))");
}
