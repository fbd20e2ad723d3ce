import { createHash } from "node:crypto";

/**
 * Characters that show nothing or look like others: control, format, private and unassigned ones, spaces other than the
 * usual one, and characters that programs may ignore. Two spaces in a row look like one.
 */
const unclear = /\p{C}|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|\u2800| (?= )/gu;

/** In text that is not composed (NFC), marks look like parts of composed characters. */
const unclearMarks = new RegExp(`${unclear.source}|\\p{M}`, "gu");

/** Texts that JSON reads as another kind of value. */
const literal = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)$/i;

/**
 * Writes a text so that it can be read back: plain words as they are, and all else as a JSON string in which unclear
 * characters are escaped. No two texts are written alike.
 */
export function exactText(text: string): string {
  return /^[\w./@:+-]+$/.test(text) && !literal.test(text) ? text : quoteExactly(text);
}

/** Writes a path into JSON. Names that are not plain words are quoted, so that they cannot imitate other text. */
export function exactPath(path: readonly string[]): string {
  return path.map((step) => (/^[\w-]+$/.test(step) ? step : quoteExactly(step))).join(".");
}

function quoteExactly(text: string): string {
  const pattern = text.normalize("NFC") === text ? unclear : unclearMarks;
  return JSON.stringify(text).replace(pattern, (letter) =>
    Array.from(
      { length: letter.length },
      (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** Describes a text that is too long to show by its length and its digest. */
export function digestText(text: string): string {
  // Halves of surrogate pairs have no bytes of their own.
  const bytes = Buffer.from(text).toString() === text ? text : JSON.stringify(text);
  return `${Buffer.byteLength(bytes)} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`;
}
