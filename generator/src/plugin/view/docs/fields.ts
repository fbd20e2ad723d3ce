import type { GuideField, GuideMessage, GuideValue } from "../../model/guide.js";
import {
  code,
  joined,
  literal,
  plainName,
  propertyName,
  proseLine,
  type Code,
  type LinkOf,
} from "../../../kit/code/code.js";
import { sentenceOf } from "../../../kit/text/sentence.js";
import { linkTo } from "./links.js";

/** The fields of a message as rows. */
export function fieldViews({ fields, oneofs }: GuideMessage, linkOf: LinkOf) {
  return fields.map((field) => ({
    /** `` `secondaryDisks` `` */
    name: fieldName(field),
    /** A link where the type has a place of its own. */
    type: fieldType(field, linkOf),
    text: fieldText(field, oneofs, linkOf),
  }));
}

/** A member of a oneof stands behind the property that holds it. */
function fieldName({ property, oneof, isOptional }: GuideField): Code {
  if (oneof !== undefined) return code`\`${propertyName(oneof)}\`: \`${propertyName(property)}\``;
  return code`\`${propertyName(property)}${literal(isOptional ? "?" : "")}\``;
}

function fieldType({ holds, key, value }: GuideField, linkOf: LinkOf): Code {
  const type = valueType(value, linkOf);
  if (holds === "list") return code`list of ${type}`;
  return holds === "map" ? code`map of \`${plainName(key ?? "")}\` to ${type}` : type;
}

function valueType(value: GuideValue, linkOf: LinkOf): Code {
  if ("typeName" in value) return linkTo(value.type.name, linkOf(value.typeName));
  // A list of bytes or JSON has brackets behind it.
  const [, name = "", isList] = /^(\w+)(\[\])?$/.exec(value.text) ?? [];
  return isList ? code`list of \`${plainName(name)}\`` : code`\`${plainName(name)}\``;
}

function fieldText(field: GuideField, oneofs: GuideMessage["oneofs"], linkOf: LinkOf): Code {
  const { isSecret, deprecated, text, oneof, limits } = field;
  const behaviors = withRequired(field);
  const marks = [...behaviors.map(behaviorText), ...(isSecret ? [literal("Secret.")] : [])];
  const parts = [
    ...(marks.length > 0 ? [code`**${joined(marks, " ")}**`] : []),
    ...(deprecated === undefined ? [] : [deprecationText(deprecated, linkOf)]),
    proseLine(withoutMarks(text, behaviors), linkOf),
    ...(limits.length > 0 ? [proseLine(sentenceOf(limits), () => undefined)] : []),
    ...(oneof === undefined ? [] : [memberText(oneof, oneofs)]),
  ];
  return joined(
    parts.filter((part) => part !== ""),
    " ",
  );
}

/** A member says what is true of its oneof, which has no row. */
function memberText(property: string, oneofs: GuideMessage["oneofs"]): Code {
  const oneof = oneofs.find((one) => one.property === property);
  const facts = oneof ? withRequired(oneof).map((one) => proseLine(wordsOf(one), () => undefined)) : [];
  const name = code`A member of the oneof \`${propertyName(property)}\``;
  return facts.length > 0 ? code`${name} (${joined(facts, ", ")}).` : code`${name}.`;
}

/** Behaviors, with `REQUIRED` before them if another statement says so. */
function withRequired({
  isRequired,
  behaviors,
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
