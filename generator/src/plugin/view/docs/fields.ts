import type { GuideField, GuideHistory, GuideMessage } from "../../../kit/guide/types.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import {
  code,
  codeSpan,
  joined,
  json,
  literal,
  plainName,
  propertyName,
  proseLine,
  type Code,
  type FindLink,
} from "../../../kit/code/code.js";
import { toSentence } from "../../../kit/text/sentence.js";
import { typeLink } from "./links.js";
import { plainText, scalarText } from "./type-text.js";

/** The fields of a message as rows. */
export function fieldViews(
  message: GuideMessage,
  types: GuideTypes,
  linkOf: FindLink,
  above: Code = literal(""),
): readonly FieldView[] {
  return message.fields.map((field) => ({
    name: fieldName(field, message, above),
    type: fieldType(field, types, linkOf),
    text: fieldText(field, message, types, linkOf),
  }));
}

/** A row of a table. */
export type FieldView = {
  /** `` `secondaryDisks` `` */
  readonly name: Code;
  /** A link if the type has its own place. */
  readonly type: Code;
  readonly text: Code;
};

/**
 * The fields of a request, each followed by those of the message that it holds, one level deep: what a caller writes is then
 * on one page. Fields that only the server sets are left out there.
 */
export function requestViews(
  message: GuideMessage,
  types: GuideTypes,
  linkOf: FindLink,
): readonly FieldView[] {
  const rows = fieldViews(message, types, linkOf);
  return message.fields.flatMap((field, at) => {
    const inside = describeContents(field, types);
    const own = rows.slice(at, at + 1);
    if (!inside) return own;
    const path = code`${propertyName(field.property)}${literal(field.isList ? "[]" : "")}.`;
    return [...own, ...fieldViews(inside, types, linkOf, path)];
  });
}

/** The message in a field that a caller fills, as far as a request shows it; undefined of maps, whose keys come between. */
export function describeContents(field: GuideField, types: GuideTypes): GuideMessage | undefined {
  if (field.kind !== "message" || field.mapKey !== undefined) return undefined;
  if (field.behaviors?.includes("OUTPUT_ONLY") === true) return undefined;
  const message = types.message(field.type ?? "");
  return (
    message && {
      ...message,
      fields: message.fields.filter(({ behaviors }) => behaviors?.includes("OUTPUT_ONLY") !== true),
    }
  );
}

/** Rules over several fields of a message, which are called as in code. */
export function listLimits({ choices = [], limits = [], fields }: GuideMessage): readonly string[] {
  const local = (name: string): string => `\`${fields.find((one) => one.name === name)?.property ?? name}\``;
  const words = choices.map(
    (one) => `${one.isRequired ? "exactly" : "at most"} one of ${one.fields.map(local).join(", ")}`,
  );
  return [...words, ...limits];
}

/** Returns the name of a field. For a member of a oneof, the property of the oneof precedes it. */
function fieldName(field: GuideField, { oneofs = [] }: GuideMessage, above: Code): Code {
  const oneof = oneofs.find(({ name }) => name === field.oneof);
  if (oneof) return code`\`${above}${propertyName(oneof.property)}\`: \`${propertyName(field.property)}\``;
  const isMany = field.isList === true || field.mapKey !== undefined;
  const isAbsent = field.isOptional === true || (field.kind === "message" && !isMany);
  return code`\`${above}${propertyName(field.property)}${literal(isAbsent ? "?" : "")}\``;
}

function fieldType(field: GuideField, types: GuideTypes, linkOf: FindLink): Code {
  const type = plainText(field, types) ?? typeLink(field.type ?? "", types, linkOf);
  if (field.isList) return code`list of ${type}`;
  return field.mapKey === undefined ? type : code`map of \`${scalarText(field.mapKey)}\` to ${type}`;
}

function fieldText(field: GuideField, message: GuideMessage, types: GuideTypes, linkOf: FindLink): Code {
  const { isSecret, deprecated, text } = field;
  const limits = limitsInCode(field, types);
  const behaviors = withRequired(field);
  const marks = [...behaviors.map(behaviorText), ...(isSecret ? [literal("Secret.")] : [])];
  const parts = [
    ...(marks.length > 0 ? [code`**${joined(marks, " ")}**`] : []),
    ...(deprecated === undefined ? [] : [deprecationText(field, linkOf)]),
    proseLine(withoutMarks(text, behaviors), linkOf),
    ...(limits.length > 0 ? [proseLine(toSentence(limits), () => undefined)] : []),
    ...valuesOf(field, types),
    ...(field.default === undefined ? [] : [code`Default: ${codeSpan(JSON.stringify(field.default))}.`]),
    ...(field.oneof === undefined ? [] : [memberText(field.oneof, message)]),
    ...sinceText(field),
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

/** Returns the behaviors, with `REQUIRED` first if another statement requires the field. */
function withRequired({
  isRequired,
  behaviors = [],
}: Pick<GuideField, "isRequired" | "behaviors">): readonly string[] {
  return isRequired && !behaviors.includes("REQUIRED") ? ["REQUIRED", ...behaviors] : behaviors;
}

/** Behaviors whose names do not explain them. */
const behaviorSentences: ReadonlyMap<string, string> = new Map([
  ["MEANINGFUL_EMPTY_VALUE", "An empty value differs from an unset one."],
  ["NON_EMPTY_DEFAULT", "If it is not set, the server sets a value that is not empty."],
]);

/** `OUTPUT_ONLY` is "Output only." */
export function behaviorText(behavior: string): Code {
  const hint = behaviorSentences.get(behavior);
  return proseLine(hint ?? toSentence([wordsOf(behavior)]), () => undefined);
}

/** `OUTPUT_ONLY` is "output only". */
function wordsOf(behavior: string): string {
  return behavior.toLowerCase().replaceAll("_", " ");
}

/** Many a comment begins with the word itself: "Output only. When it was made." */
function withoutMarks(text: string, behaviors: readonly string[]): string {
  const sentences = behaviors.map((behavior) => toSentence([wordsOf(behavior)]).toLowerCase());
  const rest = text.trimStart();
  const sentence = sentences.find((one) => rest.toLowerCase().startsWith(one));
  return sentence === undefined ? text : withoutMarks(rest.slice(sentence.length), behaviors);
}

/** More values than this are read on the page of the enum. */
const maxValues = 12;

/** The values that a field of an enum takes, unless its limits name them. */
function valuesOf({ kind, type = "", limits = [] }: GuideField, types: GuideTypes): readonly Code[] {
  const all = kind === "enum" ? (types.enum(type)?.values ?? []) : [];
  const values = all.filter(
    ({ name, deprecated }) => !name.endsWith("_UNSPECIFIED") && deprecated === undefined,
  );
  if (values.length === 0 || limits.some((one) => /(?:one of|is) [A-Z]/.test(one))) return [];
  const shown = values
    .slice(0, maxValues)
    .map(({ name, property = name }) => code`\`${propertyName(property)}\``);
  const more = values.length > maxValues ? code` and ${json(values.length - maxValues)} more` : literal("");
  return [code`Values: ${joined(shown, ", ")}${more}.`];
}

/** The version that had it first. */
export function sinceText({ since }: GuideHistory): readonly Code[] {
  return since === undefined ? [] : [code`Since ${plainName(since)}.`];
}

/** Text of a deprecation, on one line. */
export function deprecationText(
  { deprecated = "", deprecatedSince }: GuideHistory & { readonly deprecated?: string | undefined },
  linkOf: FindLink,
): Code {
  const text = proseLine(deprecated, linkOf);
  const mark =
    deprecatedSince === undefined
      ? code`**Deprecated.**`
      : code`**Deprecated since ${plainName(deprecatedSince)}.**`;
  return text === "" ? mark : code`${mark} ${text}`;
}

/** Returns the text for the place of a declaration: `svc/compute/v1/disk.proto`, line 12. */
export function declaredText(source: string | undefined, line: number | undefined): Code {
  if (source === undefined) return literal("");
  return line === undefined ? codeSpan(source) : code`${codeSpan(source)}, line ${json(line)}`;
}
