import type { DescEnum, DescEnumValue, DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { docBlock, type Code } from "../../kit/code/code.js";
import { originOf, type Source } from "../source/source.js";

/** What has a comment in the code of messages. */
export type Documented = DescMessage | DescField | DescOneof | DescEnum | DescEnumValue;

/** Gives the doc comment of an element, empty where there is nothing to say. */
export type DocOf = (element: Documented) => Code;

/** What a reader must know of a field beside its comment, by the name of its behavior. */
const hints: readonly (readonly [behavior: string, hint: string])[] = [
  ["OUTPUT_ONLY", "Output only."],
  ["INPUT_ONLY", "Input only."],
  ["IMMUTABLE", "Immutable."],
];

/** The doc comments of messages and enums, and of what is in them. */
export function docsOf(
  source: Source,
  deprecationOf: (element: Documented) => string | undefined,
  behaviorsOf: (field: DescField) => readonly string[],
): DocOf {
  return (element) => {
    const comment = source.comment(element);
    const behaviors = element.kind === "field" ? behaviorsOf(element) : [];
    const text = behaviors.length > 0 ? withHints(comment, behaviors) : comment.trimEnd();
    const isType = element.kind === "message" || element.kind === "enum";
    const origin = isType ? originOf(element) : undefined;
    return docBlock({ text, deprecated: deprecationOf(element), origin });
  };
}

function withHints(comment: string, behaviors: readonly string[]): string {
  const said = hints
    .filter(([behavior, hint]) => behaviors.includes(behavior) && !saysAlready(comment, hint))
    .map(([, hint]) => hint)
    .join(" ");
  return [comment.trimEnd(), said].filter((part) => part.trim() !== "").join("\n\n");
}

/** Many a comment begins with the word itself: "Output only. When it was made." */
function saysAlready(comment: string, hint: string): boolean {
  return comment.toLowerCase().includes(hint.toLowerCase());
}
