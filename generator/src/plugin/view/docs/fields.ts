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
import { linkTo } from "./links.js";

/** The fields of a message as rows. */
export function fieldViews({ fields }: GuideMessage, linkOf: LinkOf) {
  return fields.map((field) => ({
    /** `` `secondaryDisks` `` */
    name: fieldName(field),
    /** A link where the type has a place of its own. */
    type: fieldType(field, linkOf),
    text: fieldText(field, linkOf),
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

function fieldText({ behaviors, isSecret, deprecated, text, oneof }: GuideField, linkOf: LinkOf): Code {
  const marks = [...behaviors.map(behaviorText), ...(isSecret ? [literal("Secret.")] : [])];
  const parts = [
    ...(marks.length > 0 ? [code`**${joined(marks, " ")}**`] : []),
    ...(deprecated === undefined ? [] : [deprecationText(deprecated, linkOf)]),
    proseLine(withoutMarks(text, behaviors), linkOf),
    ...(oneof === undefined ? [] : [code`A member of the oneof \`${propertyName(oneof)}\`.`]),
  ];
  return joined(
    parts.filter((part) => part !== ""),
    " ",
  );
}

/** `OUTPUT_ONLY` is "Output only." */
export function behaviorText(behavior: string): Code {
  return proseLine(sentenceOf(behavior), () => undefined);
}

function sentenceOf(behavior: string): string {
  const words = behavior.toLowerCase().replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Many a comment begins with the word itself: "Output only. When it was made." */
function withoutMarks(text: string, behaviors: readonly string[]): string {
  const sentences = behaviors.map((behavior) => sentenceOf(behavior).toLowerCase());
  const rest = text.trimStart();
  const sentence = sentences.find((one) => rest.toLowerCase().startsWith(one));
  return sentence === undefined ? text : withoutMarks(rest.slice(sentence.length), behaviors);
}

/** Text of a deprecation, on one line. */
export function deprecationText(deprecated: string, linkOf: LinkOf): Code {
  const text = proseLine(deprecated, linkOf);
  return text === "" ? code`**Deprecated.**` : code`**Deprecated.** ${text}`;
}
