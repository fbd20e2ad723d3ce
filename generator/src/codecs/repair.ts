import type { CodecPlan, MessagePlan, TypeDocs } from "./plan.js";
import { repairCodec } from "./repair-codec.js";
import { repairEnum } from "./repair-enum.js";
import { joinSections, replaceExactly, splitSections, type Section } from "./section.js";

/**
 * ts-proto's text with the defects put right that no option of it mends:
 *
 * - maps are objects without a prototype, so that `__proto__` is a key like any other;
 * - text is checked to be UTF-8 where the proto says so, since text read with
 *   replacement characters would be written back damaged;
 * - a message that comes in pieces is merged (Protocol Buffers encoding, "Last One Wins");
 * - a tag of no field, or the end of a group that did not begin, is an error, not the end of the message;
 * - what all codecs do alike, such as keeping unknown fields, stands in one file (`wire.ts`);
 * - a value that the entry of a map leaves out is an empty message;
 * - entries of maps are not exported, and values of enums may have any name;
 * - comments are written as in all other files, deprecations with their text.
 *
 * @param wire Module path of that file, as the codecs import it.
 */
export function repair(text: string, plan: CodecPlan, wire: string): string {
  const sections = splitSections(text);
  const valueTypes = new Map(sections.flatMap((section) => valueTypeOf(section, plan)));
  const isCodecFile = sections.some(({ kind }) => kind === "codec");
  if (isCodecFile !== sections.some(({ kind }) => kind === "functions")) {
    throw new Error(
      "the text that ts-proto writes has changed: its interface MessageFns is not where it was",
    );
  }
  return joinSections(sections.map((section) => repairSection(section, { plan, valueTypes, wire })));
}

interface Context {
  readonly plan: CodecPlan;
  readonly valueTypes: ReadonlyMap<string, string>;
  readonly wire: string;
}

function repairSection(section: Section, { plan, valueTypes, wire }: Context): Section {
  switch (section.kind) {
    case "interface":
      return repairInterface(section, planOf(section, plan));
    case "base":
      return repairBase(section, planOf(section, plan));
    case "codec":
      return hideEntry(repairCodec(section, planOf(section, plan), valueTypes), planOf(section, plan));
    case "enum":
      return repairEnum(section, plan.enums.get(section.name) ?? refuse(section));
    case "functions":
      return replaceExactly(1, section, /^interface MessageFns<T>\s*\{[^}]*\}/g, "");
    case "head":
      return importShared(section, plan, wire);
    default:
      return section;
  }
}

function planOf(section: Section, plan: CodecPlan): MessagePlan {
  return plan.messages.get(section.name) ?? refuse(section);
}

function refuse({ name }: Section): never {
  throw new Error(`ts-proto writes a type ${name} that no descriptor has`);
}

function repairInterface(section: Section, plan: MessagePlan): Section {
  const { text } = hideEntry(section, plan);
  const lines = text.split("\n").map((line) => describeMember(line, plan.docs));
  return { ...section, text: `${plan.docs.type}${lines.join("\n")}` };
}

/** A field, a oneof or one of its members below its comment. A oneof whose name is no identifier is quoted. */
function describeMember(line: string, { members }: TypeDocs): string {
  // The members of a oneof have their `|` behind them; it goes before them, and after their comment.
  if (line === "|") return "";
  const [, member, type] = /^ *(\{ \$case: '(\w*)', .*\})\|?$/.exec(line) ?? [];
  if (member !== undefined && type !== undefined) {
    // A member that is set has a value: `{ $case: "text", value: undefined }` cannot be sent.
    return `${members.get(type) ?? ""}| ${member.replace(/ \| undefined \}$/, " }")}`;
  }
  const name = /^"?([\w$]+)"?\??:/.exec(line)?.[1];
  if (name === undefined) return line;
  return `${members.get(name) ?? ""}${/^\d\w*:$/.test(line) ? `"${name}":` : line}`;
}

/** The entry of a map is a matter of its own file. */
function hideEntry(section: Section, { isEntry }: MessagePlan): Section {
  return isEntry ? replaceExactly(1, section, /^export /g, "") : section;
}

function repairBase(section: Section, { objectMaps }: MessagePlan): Section {
  return replaceExactly(objectMaps, section, /: \{\}(?=,| \})/g, ": globalThis.Object.create(null)");
}

/** The TypeScript type of an entry's values, where these are messages, by the entry's name. */
function valueTypeOf({ kind, name, text }: Section, plan: CodecPlan): [string, string][] {
  if (kind !== "interface" || !plan.messages.get(name)?.isEntry) return [];
  const type = /^value: (\w+) \| undefined,/m.exec(text)?.[1];
  return type === undefined ? [] : [[name, type]];
}

const wireNames = "enterMessage, leaveMessage, readUnknown, writeUnknown, type MessageFns";

function importShared(section: Section, plan: CodecPlan, wire: string): Section {
  if (plan.messages.size === 0) return section;
  const own = `import { ${wireNames} } from "${wire}";`;
  return replaceExactly(
    1,
    section,
    /^import \{ BinaryWriter, BinaryReader \} (from .*)$/gm,
    (_, from = "") => {
      return `import { type BinaryReader, BinaryWriter } ${from}\n${own}`;
    },
  );
}
