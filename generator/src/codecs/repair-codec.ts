import type { MessagePlan } from "./plan.js";
import { replaceExactly, type Section } from "./section.js";

/** The codec of one message; {@link repair} says what is put right. */
export function repairCodec(
  section: Section,
  plan: MessagePlan,
  valueTypes: ReadonlyMap<string, string>,
): Section {
  const steps = [
    takeInto,
    numberGroups,
    mergePieces,
    share,
    endGroup,
    dropRangeChecks,
    checkText,
    fillEntries,
    keepKeys,
  ];
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

/** A group is read by its number, as a negative length, so that its end can be told from that of another. */
function numberGroups(section: Section, { groupFields }: MessagePlan): Section {
  if (groupFields.size === 0) return section;
  return perField(section, (part, field) =>
    groupFields.has(field)
      ? replaceExactly(1, part, /\.decode\(reader\)/g, `.decode(reader, -${field})`)
      : part,
  );
}

/** `message.a = A.decode(...)` and `message.kind = { $case: "a", value: A.decode(...) }`. */
const singularRead = /(message\S+) = (\w+\.decode\(reader, (?:reader\.uint32\(\)|-\d+))\);$/gm;
const oneofRead =
  /(message\S+) = \{ \$case: '(\w*)', value: (\w+\.decode\(reader, (?:reader\.uint32\(\)|-\d+))\) \};$/gm;

function mergePieces(section: Section, { mergedFields }: MessagePlan): Section {
  const singular = section.text.match(singularRead)?.length ?? 0;
  const merged = replaceExactly(
    singular,
    section,
    singularRead,
    (_, target = "", read = "") => `${target} = ${read}, ${target});`,
  );
  return replaceExactly(
    mergedFields - singular,
    merged,
    oneofRead,
    (_, target = "", member = "", read = "") => {
      const earlier = `${target}?.$case === '${member}' ? ${target}.value : undefined`;
      return `${target} = { $case: '${member}', value: ${read}, ${earlier}) };`;
    },
  );
}

const opening =
  /const reader = input instanceof BinaryReader \? input : new BinaryReader\(input\);\s*const previousRecursionDepth = [^]*?\btry \{\s*/g;
const closing =
  /^return message;\s*\} finally \{\s*\(reader as any\)\.__tsProtoDecodeDepth = previousRecursionDepth;\s*\}/gm;
const unknownRead = /^if \(\(tag & 7\) === 4 \|\| tag === 0\) \{[^]*?list\.push\(buf\);\s*\}/gm;
const unknownWrite = /^if \(message\._unknownFields !== undefined\) \{[^]*?^return writer;/gm;

/** What all codecs do alike stands in one file; there, a broken tag is an error and not the end of the message. */
function share(section: Section): Section {
  const opened = replaceExactly(1, section, opening, "const reader = enterMessage(input);\n");
  const closed = replaceExactly(1, opened, closing, "return leaveMessage(reader, end, message);");
  const read = replaceExactly(1, closed, unknownRead, "readUnknown(message, reader, tag);");
  return replaceExactly(1, read, unknownWrite, "return writeUnknown(writer, message._unknownFields);");
}

/** The end of the group, of this one or of another. */
const groupEnd = `if ((tag & 7) === 4 && length !== undefined && length < 0) {
if (tag >>> 3 !== -length) {
throw new globalThis.Error("illegal tag: the end of another group");
}
return leaveMessage(reader, reader.pos, message);
}
`;
const noGroupEnd = `if (length !== undefined && length < 0) {
throw new globalThis.RangeError("premature EOF: a group has no end");
}
`;

function endGroup(section: Section, { isGroup }: MessagePlan): Section {
  if (!isGroup) return section;
  const ended = replaceExactly(1, section, /^readUnknown\(/gm, (call) => `${groupEnd}${call}`);
  const open = replaceExactly(
    1,
    ended,
    /^return leaveMessage\(reader, end/gm,
    (call) => `${noGroupEnd}${call}`,
  );
  return replaceExactly(
    1,
    open,
    /const end = length === undefined \?/g,
    "const end = length === undefined || length < 0 ?",
  );
}

/** The writer checks the range of 64-bit integers itself. */
function dropRangeChecks(section: Section): Section {
  const check = /if \(BigInt\.as(?:Int|Uint)N\(64, (\S+?)\) !== \1\) \{\s*throw [^;]*;\s*\}\s*/g;
  const text = section.text.replaceAll(check, "");
  return replaceExactly(0, { ...section, text }, /\bBigInt\.as/g, "");
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
