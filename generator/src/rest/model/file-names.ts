import { kebab } from "./words.js";

/** Names that Windows does not give to files, with any extension. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** The maximum length of a name in bytes. File systems allow 255, of which endings and numbers need some. */
const maxBytes = 200;

/**
 * Returns the name of a file without its extension. It keeps letters of all scripts, unless a file system may store
 * them in another normalization form: `große`, `用户`, and `cafe` for `café`.
 */
export function toFileName(words: readonly string[]): string {
  const letters = [...kebab(words).normalize("NFC")].map(toStableText);
  const text = letters.join("");
  let name = isStable(text) ? text : [...text].map(toHex).join("");
  while (Buffer.byteLength(name) > maxBytes) name = [...name].slice(0, -1).join("");
  return reservedNames.test(name) ? `${name}-group` : name;
}

/** Returns a letter, or its base letter, or its code point in hexadecimal. */
function toStableText(letter: string): string {
  if (isStable(letter)) return letter;
  const base = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return base !== "" && isStable(base) ? base : toHex(letter);
}

function toHex(letter: string): string {
  return /^[\w-]$/.test(letter) ? letter : `u${letter.codePointAt(0)?.toString(16) ?? ""}`;
}

/** Whether all normalization forms of a text are the same. */
function isStable(text: string): boolean {
  return text === text.normalize("NFD") && text === text.normalize("NFKC");
}
