import type { DescEnum, DescEnumValue, DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { docBlock, type Code } from "../../kit/code/code.js";
import { toSentence } from "../../kit/text/sentence.js";
import { formatOrigin, type Source } from "../source/source.js";

/** An element that has a comment in the code of messages. */
export type Documented = DescMessage | DescField | DescOneof | DescEnum | DescEnumValue;

/** Returns the doc comment of an element; empty if it has no contents. */
export type DocOf = (element: Documented) => Code;

/** Facts about an element beside its comment. */
export interface Hints {
  /** Requests must have it. */
  readonly isRequired: boolean;
  /** Treatment by the server, by simple name: `OUTPUT_ONLY`. */
  readonly behaviors: readonly string[];
  /** Rules of its values in words, without full stops: `1 to 63 characters`. */
  readonly limits: readonly string[];
}

/** Gives the hints of an element. */
export type HintsOf = (element: Documented) => Hints;

/** Behaviors that a reader must know of, in words. */
const behaviorWords: readonly (readonly [behavior: string, hint: string])[] = [
  ["OUTPUT_ONLY", "Output only."],
  ["INPUT_ONLY", "Input only."],
  ["IMMUTABLE", "Immutable."],
  ["MEANINGFUL_EMPTY_VALUE", "An empty value differs from an unset one."],
  ["NON_EMPTY_DEFAULT", "If it is not set, the server sets a value that is not empty."],
];

/** The doc comments of messages and enums, and of what is in them. */
export function createDocOf(
  source: Source,
  deprecationOf: (element: Documented) => string | undefined,
  hintsOf: HintsOf,
): DocOf {
  return (element) => {
    const text = withHints(source.comment(element), hintsOf(element));
    const isType = element.kind === "message" || element.kind === "enum";
    const origin = isType ? formatOrigin(element) : undefined;
    return docBlock({ text, deprecated: deprecationOf(element), origin });
  };
}

function withHints(comment: string, { isRequired, behaviors, limits }: Hints): string {
  if (!isRequired && behaviors.length === 0 && limits.length === 0) return comment.trimEnd();
  const marks = [
    ...(isRequired ? ["Required."] : []),
    ...behaviorWords.flatMap(([behavior, hint]) => (behaviors.includes(behavior) ? [hint] : [])),
  ].filter((hint) => !saysAlready(comment, hint));
  const said = [...marks, ...(limits.length > 0 ? [toSentence(limits)] : [])].join(" ");
  return [comment.trimEnd(), said].filter((part) => part.trim() !== "").join("\n\n");
}

/** Many a comment begins with the word itself: "Output only. When it was made." */
function saysAlready(comment: string, hint: string): boolean {
  return comment.toLowerCase().includes(hint.toLowerCase());
}
