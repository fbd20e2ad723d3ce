import { cutCodec, type CodecParts } from "./cut-codec.js";
import type { CodecPlan, MessagePlan } from "./plan.js";
import { repairReading } from "./reading.js";
import { changed, replaceExactly, type Section } from "./section.js";
import { repairWriting } from "./writing.js";

/** What a codec is repaired with. */
export interface CodecContext {
  readonly plan: CodecPlan;
  /** The types whose codecs also wrap and unwrap plain values. */
  readonly plainTypes: ReadonlySet<string>;
  /** The functions that make empty messages, as ts-proto writes them, by the names of their types. */
  readonly bases: ReadonlyMap<string, Section>;
  /** What reads an empty value of a map, by the type of its entry. */
  readonly emptyValues: ReadonlyMap<string, string>;
}

/** The codec of one message; {@link repair} says what is put right. */
export function repairCodec(section: Section, plan: MessagePlan, context: CodecContext): Section {
  const { name } = section;
  const parts = cutCodec(section);
  const writing = repairWriting(section, parts.writing, plan, context.plan.messages);
  const cases = repairReading(section, parts.cases, plan, context.emptyValues);
  const isPlain = context.plainTypes.has(name);
  const own = [
    isPlain ? `createBase${name}` : emptyMessage(section, plan, context),
    writing === "" ? "() => {}" : `(message, writer) => {\n${writing}}`,
    cases === "" ? "readUnknown" : `(message, reader, tag) => {\n${switchOf(cases)}}`,
  ];
  const codec = `/*@__PURE__*/ defineCodec<${name}>(\n${own.join(",\n")},\n)`;
  const text = isPlain
    ? `const ${name}: MessageFns<${name}> & ${parts.extraType} = ${plainCodec(codec, section, parts, plan)};\n\n`
    : `const ${name}: MessageFns<${name}> = ${codec};\n\n`;
  return { ...section, text: `${plan.isEntry ? "" : "export "}${text}` };
}

/** The codec of a type that is a plain value outside of it. */
function plainCodec(codec: string, section: Section, parts: CodecParts, plan: MessagePlan): string {
  const functions = keepKeys(section, parts.extras, plan);
  return `/*@__PURE__*/ definePlainCodec<${section.name}, ${parts.extraType}>(${codec}, {\n${functions}})`;
}

function switchOf(cases: string): string {
  return `switch (tag) {\n${cases}default:\nreadUnknown(message, reader, tag);\n}\n`;
}

/** The function that makes empty messages, where only one place needs it. */
function emptyMessage(section: Section, plan: MessagePlan, { bases }: CodecContext): string {
  const base = bases.get(section.name);
  const fields = base && /\breturn (\{[^]*\});\s*\}\s*$/.exec(repairBase(base, plan).text)?.[1];
  if (fields === undefined) throw changed(section, "there is nothing that makes an empty message");
  // A block, since a compiler that meets `({` first reads it as the parameters of a function.
  return `(): ${section.name} => {\nreturn ${fields};\n}`;
}

/** Maps are objects without a prototype. */
export function repairBase(section: Section, { objectMaps }: MessagePlan): Section {
  return replaceExactly(objectMaps, section, /: \{\}(?=,| \})/g, ": globalThis.Object.create(null)");
}

/** The plain object that a Struct is turned into. */
function keepKeys(section: Section, text: string, { isStruct }: MessagePlan): string {
  const extras = { ...section, text };
  if (!isStruct) return text;
  return replaceExactly(1, extras, /\bany \} = \{\};/g, "any } = globalThis.Object.create(null);").text;
}
