import type { MessagePlan } from "./plan.js";
import { replaceExactly, type Section } from "./section.js";

/** The codec of one message; {@link repair} says what is put right. */
export function repairCodec(
  section: Section,
  plan: MessagePlan,
  valueTypes: ReadonlyMap<string, string>,
): Section {
  const steps = [takeInto, mergePieces, endMessage, skipField, checkText, fillEntries, keepKeys];
  return steps.reduce((one, step) => step(one, plan, valueTypes), section);
}

/** `decode` takes a message to read into, for a message that comes in pieces. */
function takeInto(section: Section): Section {
  const { name } = section;
  const signature = replaceExactly(
    1,
    section,
    /^( *)length\?: number,$/gm,
    (line, indent) => `${line}\n${indent}into?: ${name},`,
  );
  return replaceExactly(
    1,
    signature,
    /const message = (?=createBase\w+\(\);)/g,
    (start) => `${start}into ?? `,
  );
}

/** `message.a = A.decode(...)` and `message.kind = { $case: "a", value: A.decode(...) }`. */
const singularRead = /(message\S+) = (\w+\.decode\(reader)(?:(, reader\.uint32\(\))|())\);$/gm;
const oneofRead =
  /(message\S+) = \{ \$case: '(\w*)', value: (\w+\.decode\(reader)(?:(, reader\.uint32\(\))|())\) \};$/gm;

function mergePieces(section: Section, { mergedFields }: MessagePlan): Section {
  const singular = section.text.match(singularRead)?.length ?? 0;
  const merged = replaceExactly(
    singular,
    section,
    singularRead,
    (_, target = "", read = "", length = "") => `${target} = ${read}${length || ", undefined"}, ${target});`,
  );
  return replaceExactly(
    mergedFields - singular,
    merged,
    oneofRead,
    (_, target = "", member = "", read = "", length = "") => {
      const earlier = `${target}?.$case === '${member}' ? ${target}.value : undefined`;
      return `${target} = { $case: '${member}', value: ${read}${length || ", undefined"}, ${earlier}) };`;
    },
  );
}

/** ts-proto ends a message quietly at tag 0 and at any end of a group. */
const quietEnd = /^if \(\(tag & 7\) === 4 \|\| tag === 0\) \{\s*break;\s*\}/gm;
const noField = 'if (tag >>> 3 === 0) {\nthrow new globalThis.Error("illegal tag: field number 0");\n}';
/** A group is read by a reader and has no length. */
const inGroup = "input === reader && length === undefined";

function endMessage(section: Section, { isGroup }: MessagePlan): Section {
  if (!isGroup) return replaceExactly(1, section, quietEnd, noField);
  const ended = `if ((tag & 7) === 4 && ${inGroup}) {\nreturn message;\n}`;
  const open = `if (${inGroup}) {\nthrow new globalThis.RangeError("premature EOF: a group does not end");\n}`;
  const closed = replaceExactly(1, section, /^return message;$/gm, `${open}\nreturn message;`);
  return replaceExactly(1, closed, quietEnd, `${ended}\n${noField}`);
}

/** An unknown group must end with its own number. */
function skipField(section: Section): Section {
  return replaceExactly(1, section, /\breader\.skip\(tag & 7\)/g, "reader.skip(tag & 7, tag >>> 3)");
}

function checkText(section: Section, { strictText }: MessagePlan): Section {
  return perField(section, (part, field) =>
    strictText.has(field) ? replaceExactly(1, part, /\breader\.string\(\)/g, "reader.string(true)") : part,
  );
}

function fillEntries(
  section: Section,
  { messageMaps }: MessagePlan,
  valueTypes: ReadonlyMap<string, string>,
): Section {
  return perField(section, (part, field) => {
    if (!messageMaps.has(field)) return part;
    const entry = /const entry\d+ = (\w+)\.decode\(/.exec(part.text)?.[1] ?? "";
    const type = valueTypes.get(entry);
    if (type === undefined) throw new Error(`ts-proto writes no type for the values of ${entry}`);
    return replaceExactly(
      1,
      part,
      /^( *)if \((entry\d+\.value) !== undefined \)/gm,
      (line, indent, value) => `${indent}${value} ??= ${type}.decode(new globalThis.Uint8Array(0));\n${line}`,
    );
  });
}

/** The plain object that a Struct is turned into. */
function keepKeys(section: Section, { isStruct }: MessagePlan): Section {
  if (!isStruct) return section;
  return replaceExactly(1, section, /\bany \} = \{\};/g, "any } = globalThis.Object.create(null);");
}

/** Applies a change to the part of the decoder that reads one field, for each field. */
function perField(section: Section, change: (part: Section, field: number) => Section): Section {
  const parts = section.text.split(/^(?=case \d+: \{$)/m);
  const texts = parts.map((text) => {
    const field = /^case (\d+): \{$/m.exec(text)?.[1];
    return field === undefined || !text.startsWith("case ")
      ? text
      : change({ ...section, text }, Number(field)).text;
  });
  return { ...section, text: texts.join("") };
}
