/** The whole documentation of a package as texts that a language model reads at once. */

/** Bytes of a text at most. */
const maxBytes = 60_000;

/** A text of the documentation, with the name of its file. */
export interface FullText {
  readonly path: string;
  readonly text: string;
}

/**
 * The pages of a proto package, joined. A text that is too long for one file goes on in others, cut before a heading, or between two
 * lines if a section alone is too long; each names the next.
 *
 * @param path Of the first file: `llms/compute-v1.txt`.
 * @param pages As they were rendered.
 */
export function fullTexts(path: string, pages: readonly string[]): readonly FullText[] {
  const [mark = ""] = /^<!--.*-->\s+/.exec(pages[0] ?? "") ?? [];
  const room = maxBytes - Buffer.byteLength(mark) - 200;
  const sections = pages.flatMap((page, index) => {
    const text = page.replace(/^<!--.*-->\s+/, "").trimEnd();
    const [first = "", ...others] = text.split(/\n(?=## )/);
    return [`${index === 0 ? "" : "---\n\n"}${first}`, ...others].flatMap((one) => cut(one, room));
  });
  const parts = packed(sections, room);
  return parts.map((text, index) => ({
    path: partPath(path, index),
    text: `${mark}${text}\n${index + 1 < parts.length ? `\nGoes on in ${nameOf(partPath(path, index + 1))}.\n` : ""}`,
  }));
}

function partPath(path: string, index: number): string {
  return index === 0 ? path : path.replace(/\.txt$/, `-${index + 1}.txt`);
}

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** Texts in as few parts as their order allows. */
function packed(texts: readonly string[], room: number): readonly string[] {
  const parts: string[] = [];
  for (const text of texts) {
    const last = parts.at(-1);
    const joined = last === undefined ? text : `${last}\n\n${text}`;
    if (last !== undefined && Buffer.byteLength(joined) <= room) parts[parts.length - 1] = joined;
    else parts.push(text);
  }
  return parts;
}

/** A section in pieces that fit, between lines; a line that is too long by itself stays whole. */
function cut(section: string, room: number): readonly string[] {
  if (Buffer.byteLength(section) <= room) return [section];
  const pieces: string[] = [];
  let piece = "";
  for (const line of section.split("\n")) {
    const longer = piece === "" ? line : `${piece}\n${line}`;
    if (piece !== "" && Buffer.byteLength(longer) > room) {
      pieces.push(piece);
      piece = line;
    } else piece = longer;
  }
  return [...pieces, piece];
}
