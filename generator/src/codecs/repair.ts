import type { CodecPlan, MessagePlan, TypeDocs } from "./plan.js";
import { emptyValueOf } from "./reading.js";
import { repairBase, repairCodec, type CodecContext } from "./repair-codec.js";
import { repairEnum } from "./repair-enum.js";
import { joinSections, replaceExactly, splitSections, type Section } from "./section.js";

/**
 * ts-proto's text with the defects put right that no option of it mends:
 *
 * - maps are objects without a prototype, so that `__proto__` is a key like any other;
 * - text is checked to be UTF-8 where the proto says so, since text read with
 *   replacement characters would be written back damaged;
 * - what comes in pieces is merged (Protocol Buffers encoding, "Last One Wins"),
 *   also where its TypeScript form is a plain value;
 * - fields are written in the order of their numbers, and entries of maps whole,
 *   so that the bytes are those of other codecs;
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
  const isCodecFile = sections.some(({ kind }) => kind === "codec");
  if (isCodecFile !== sections.some(({ kind }) => kind === "functions")) {
    throw new Error(
      "the text that ts-proto writes has changed: its interface MessageFns is not where it was",
    );
  }
  const context: CodecContext = {
    plan,
    plainTypes: new Set(sections.flatMap((one) => (isPlainCodec(one) ? [one.name] : []))),
    bases: new Map(sections.flatMap((one) => (one.kind === "base" ? [[one.name, one]] : []))),
    emptyValues: new Map(sections.flatMap((one) => emptyValueIn(one, plan))),
  };
  const [head, ...rest] = sections.map((section) => repairSection(section, context));
  if (!head) return "";
  return joinSections(isCodecFile ? [importShared(head, rest, wire), ...rest] : [head, ...rest]);
}

/**
 * ts-proto's text of types without codecs: comments, enums and imports as
 * above. Entries of maps have no use then.
 */
export function repairTypes(text: string, plan: CodecPlan): string {
  const sections = splitSections(text).filter(({ name }) => !plan.messages.get(name)?.isEntry);
  return joinSections(
    sections.map((section) => {
      switch (section.kind) {
        case "interface":
          return repairInterface(section, planOf(section, plan));
        case "enum":
          return repairEnum(section, plan.enums.get(section.name) ?? refuse(section));
        case "head":
          return { ...section, text: section.text.replaceAll(/^import \{/gm, "import type {") };
        default:
          throw new Error(
            `ts-proto writes ${section.kind} of ${section.name}, where types alone were asked for`,
          );
      }
    }),
  );
}

function repairSection(section: Section, context: CodecContext): Section {
  const { plan } = context;
  switch (section.kind) {
    case "interface":
      return repairInterface(section, planOf(section, plan));
    case "base":
      return keepBase(section, context);
    case "codec":
      return repairCodec(section, planOf(section, plan), context);
    case "enum":
      return repairEnum(section, plan.enums.get(section.name) ?? refuse(section));
    case "functions":
      return replaceExactly(1, section, /^interface MessageFns<T>\s*\{[^}]*\}/g, "");
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
  const { text } = hideEntry(nameUnknownFields(section), plan);
  const lines = text.split("\n").map((line) => describeMember(withoutAny(line), plan.docs));
  return { ...section, text: `${plan.docs.type}${lines.join("\n")}` };
}

/** One type for all messages, which the compiler need not make for each. */
function nameUnknownFields(section: Section): Section {
  const text = section.text.replace(/(?<=^ *_unknownFields\?: )\{[^}]*\}/m, "UnknownFields");
  return { ...section, text };
}

/** JSON of any kind is `unknown` to a program: with `any` nothing that is done with it would be checked. */
function withoutAny(line: string): string {
  return line.replaceAll(/(?<=: |<)any\b(?!:)(?: \| undefined)?/g, "unknown");
}

/** A field, a oneof or one of its members below its comment. A oneof whose name is no identifier is quoted. */
function describeMember(line: string, { members }: TypeDocs): string {
  // The members of a oneof have their `|` behind them; it goes before them, and after their comment.
  if (line === "|") return "";
  const [, member, type] = /^ *(\{ \$case: '([\w$]*)', .*\})\|?$/.exec(line) ?? [];
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

/** The codec of a type that is a plain value outside of it, with functions that wrap and unwrap that. */
function isPlainCodec({ kind, text }: Section): boolean {
  return kind === "codec" && /^wrap\(/m.test(text);
}

/** Empty messages are made by their codec, except where its `wrap` makes them too. */
function keepBase(section: Section, { plan, plainTypes }: CodecContext): Section {
  return plainTypes.has(section.name) ? repairBase(section, planOf(section, plan)) : { ...section, text: "" };
}

function emptyValueIn(section: Section, plan: CodecPlan): [string, string][] {
  if (section.kind !== "codec" || !plan.messages.get(section.name)?.isEntry) return [];
  const value = emptyValueOf(section);
  return value === undefined ? [] : [[section.name, value]];
}

/** What codecs may use of the file that all share. */
const sharedFunctions = [
  "defineCodec",
  "definePlainCodec",
  "enterList",
  "isInList",
  "readUnknown",
  "valueOf",
  "wrapped",
] as const;

/** The import of the wire runtime becomes one of what the codecs share. */
function importShared(head: Section, rest: readonly Section[], wire: string): Section {
  const used = sharedFunctions.filter((name) => {
    // Where it is called or passed on; a field may have the name too.
    const word = new RegExp(`(?<![.\\w$])${name}(?=[(<,)])`);
    return rest.some(({ kind, text }) => kind === "codec" && word.test(text));
  });
  return replaceExactly(
    1,
    head,
    /^import \{ BinaryWriter, BinaryReader \} from .*$/gm,
    `import { ${used.join(", ")}, type MessageFns, type UnknownFields } from "${wire}";`,
  );
}
