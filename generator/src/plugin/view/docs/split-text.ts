/** Texts for language models in files that one reads at once. */

/** Bytes of a file at most. */
const maxBytes = 60_000;

/** A file with a text, or a part of one. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Splits a text that is too long for one file. Cuts it before a heading, or between two lines if a section alone is too
 * long. Each file names the next.
 *
 * @param path Of the first file: `llms/compute/v1/DiskService.txt`. The next is `DiskService-2.txt`.
 */
export function splitText(path: string, text: string): readonly TextFile[] {
  const [mark = ""] = /^<!--.*-->\s+/.exec(text) ?? [];
  const room = maxBytes - Buffer.byteLength(mark) - 200;
  const sections = text
    .slice(mark.length)
    .trimEnd()
    .split(/\n(?=###? )/);
  const parts = packed(
    sections.flatMap((one) => cut(one, room)),
    room,
  );
  return parts.map((part, index) => ({
    path: partPath(path, index),
    text: `${mark}${part}\n${index + 1 < parts.length ? `\nGoes on in ${nameOf(partPath(path, index + 1))}.\n` : ""}`,
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
    const joined = last === undefined ? text : `${last}\n${text}`;
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
