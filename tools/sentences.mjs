/** Finds the sentences of pages, which people read one by one. */

/** The sentences of a page: its paragraphs, items and cells, without titles and blocks of code. */
export function sentencesOfPage(text) {
  const prose = text
    .replaceAll(/^[ \t]*```.*?^[ \t]*```$/gms, "")
    .replaceAll(/<!--.*?-->/gs, "")
    // Titles are no sentences.
    .replaceAll(/^#+ .*$/gm, "");
  return prose
    .split(/\n{2,}|\n(?=[ \t]*(?:[-*>#|]|\d+\.) ?)/)
    .flatMap((block) => block.split(/(?<!\\)\|/))
    .flatMap((block) => sentencesIn(block.replace(/^[ \t]*(?:[-*>#]+|\d+\.) /, "")));
}

/** Sentences in a run of prose. Code in it counts as one word. */
export function sentencesIn(prose) {
  return prose
    .replaceAll(/`[^`]*`/g, "`x`")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/[*_[\]]+/g, "")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.!?:]) (?=[A-Z`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.includes(" "));
}
