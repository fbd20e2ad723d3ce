import type { Doc } from "../model/api.js";

/** A comment with more paragraphs at its end. */
export function withParagraphs(doc: Doc, paragraphs: readonly string[]): Doc {
  return { ...doc, text: [doc.text.trim(), ...paragraphs].filter((text) => text !== "").join("\n\n") };
}
