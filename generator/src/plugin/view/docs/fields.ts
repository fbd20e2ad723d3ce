import type { GuideField, GuideMessage } from "../../../kit/guide/types.js";
import type { GuideTypes } from "../../../kit/guide/whole.js";
import {
  code,
  joined,
  literal,
  propertyName,
  proseLine,
  type Code,
  type LinkOf,
} from "../../../kit/code/code.js";
import { sentenceOf } from "../../../kit/text/sentence.js";
import { typeLink } from "./links.js";
import { plainText, scalarText } from "./type-text.js";

/** The fields of a message as rows. */
export function fieldViews(message: GuideMessage, types: GuideTypes, linkOf: LinkOf) {
  return message.fields.map((field) => ({
    /** `` `secondaryDisks` `` */
    name: fieldName(field, message),
    /** A link where the type has a place of its own. */
    type: fieldType(field, types, linkOf),
    text: fieldText(field, message, types, linkOf),
  }));
}

/** Rules over several fields of a message, which are called as in code. */
export function limitsOf({ choices = [], limits = [], fields }: GuideMessage): readonly string[] {
  const local = (name: string): string => `\`${fields.find((one) => one.name === name)?.property ?? name}\``;
  const words = choices.map(
    (one) => `${one.isRequired ? "exactly" : "at most"} one of ${one.fields.map(local).join(", ")}`,
  );
  return [...words, ...limits];
}

/** A member of a oneof stands behind the property that holds it. */
function fieldName(field: GuideField, { oneofs = [] }: GuideMessage): Code {
  const oneof = oneofs.find(({ name }) => name === field.oneof);
  if (oneof) return code`\`${propertyName(oneof.property)}\`: \`${propertyName(field.property)}\``;
  const isMany = field.isList === true || field.mapKey !== undefined;
  const isAbsent = field.isOptional === true || (field.kind === "message" && !isMany);
  return code`\`${propertyName(field.property)}${literal(isAbsent ? "?" : "")}\``;
}

function fieldType(field: GuideField, types: GuideTypes, linkOf: LinkOf): Code {
  const type = plainText(field, types) ?? typeLink(field.type ?? "", types, linkOf);
  if (field.isList) return code`list of ${type}`;
  return field.mapKey === undefined ? type : code`map of \`${scalarText(field.mapKey)}\` to ${type}`;
}

function fieldText(field: GuideField, message: GuideMessage, types: GuideTypes, linkOf: LinkOf): Code {
  const { isSecret, deprecated, text } = field;
  const limits = limitsInCode(field, types);
  const behaviors = withRequired(field);
  const marks = [...behaviors.map(behaviorText), ...(isSecret ? [literal("Secret.")] : [])];
  const parts = [
    ...(marks.length > 0 ? [code`**${joined(marks, " ")}**`] : []),
    ...(deprecated === undefined ? [] : [deprecationText(deprecated, linkOf)]),
    proseLine(withoutMarks(text, behaviors), linkOf),
    ...(limits.length > 0 ? [proseLine(sentenceOf(limits), () => undefined)] : []),
    ...(field.oneof === undefined ? [] : [memberText(field.oneof, message)]),
  ];
  return joined(
    parts.filter((part) => part !== ""),
    " ",
  );
}

/** Limits of a field with the values of its enum as in code. */
function limitsInCode({ kind, type = "", limits = [] }: GuideField, types: GuideTypes): readonly string[] {
  const values = kind === "enum" ? types.enum(type)?.values : undefined;
  const names = new Map(values?.map(({ name, property = name }) => [name, property]));
  return limits.map((limit) => limit.replaceAll(/\w+/g, (word) => names.get(word) ?? word));
}

/** A member says what is true of its oneof, which has no row. */
function memberText(name: string, { oneofs = [] }: GuideMessage): Code {
  const oneof = oneofs.find((one) => one.name === name);
  const facts = oneof ? withRequired(oneof).map((one) => proseLine(wordsOf(one), () => undefined)) : [];
  const text = code`A member of the oneof \`${propertyName(oneof?.property ?? name)}\``;
  return facts.length > 0 ? code`${text} (${joined(facts, ", ")}).` : code`${text}.`;
}

/** Behaviors, with `REQUIRED` before them if another statement says so. */
function withRequired({
  isRequired,
  behaviors = [],
}: Pick<GuideField, "isRequired" | "behaviors">): readonly string[] {
  return isRequired && !behaviors.includes("REQUIRED") ? ["REQUIRED", ...behaviors] : behaviors;
}

/** `OUTPUT_ONLY` is "Output only." */
export function behaviorText(behavior: string): Code {
  return proseLine(sentenceOf([wordsOf(behavior)]), () => undefined);
}

/** `OUTPUT_ONLY` is "output only". */
function wordsOf(behavior: string): string {
  return behavior.toLowerCase().replaceAll("_", " ");
}

/** Many a comment begins with the word itself: "Output only. When it was made." */
function withoutMarks(text: string, behaviors: readonly string[]): string {
  const sentences = behaviors.map((behavior) => sentenceOf([wordsOf(behavior)]).toLowerCase());
  const rest = text.trimStart();
  const sentence = sentences.find((one) => rest.toLowerCase().startsWith(one));
  return sentence === undefined ? text : withoutMarks(rest.slice(sentence.length), behaviors);
}

/** Text of a deprecation, on one line. */
export function deprecationText(deprecated: string, linkOf: LinkOf): Code {
  const text = proseLine(deprecated, linkOf);
  return text === "" ? code`**Deprecated.**` : code`**Deprecated.** ${text}`;
}
