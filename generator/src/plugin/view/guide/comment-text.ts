import { firstSentenceText } from "../../../kit/code/code.js";

/** A comment as it was meant: without the space behind the marks of each line. */
export function commentText(comment: string): string {
  return comment.replaceAll(/^ /gm, "").trim();
}

/** Longer sentences are cut, so that an index of hundreds of methods stays small. */
const maxLength = 100;

/** The first sentence of a comment, as the index has it. */
export function summaryText(comment: string): string {
  const sentence = firstSentenceText(comment);
  if (sentence.length <= maxLength) return sentence;
  const cut = sentence.slice(0, maxLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maxLength / 2))}…`;
}
