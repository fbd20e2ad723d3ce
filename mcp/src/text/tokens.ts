/** The maximum number of tokens of an answer. */
export const maxAnswerTokens = 8_000;

/**
 * Splits text as tokenizers roughly do: runs of letters and digits, such as keys and base64, the punctuation of JSON, a separator before a word, words, runs of capitals, up to
 * three digits, white space, and single other characters.
 */
const pieces =
  /(?=[A-Za-z+]*\d+[A-Za-z+])[\dA-Za-z+]{12,}|["{}[\],:]+|[ ./_-](?=[A-Za-z])|[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\s+|[^\sA-Za-z\d]/gu;

/** Added for what the rule counts too low, such as words that nobody speaks. */
const reserve = 1.1;

/**
 * Estimates the number of tokens in a text, above the number of tokenizers for all but the rarest texts. It is at most about
 * a third too high for JSON and English prose, and at least one token per four bytes.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const [piece] of text.matchAll(pieces)) count += countPiece(piece);
  return Math.ceil(Math.max(count * reserve, Buffer.byteLength(text) / 4));
}

/** Whether a text has at most a number of tokens. Long texts are not read. */
export function fitsTokens(text: string, tokens: number): boolean {
  return text.length <= 4 * tokens && countTokens(text) <= tokens;
}

/** Four consonants in a row, or no vowel. Such words are identifiers, of which tokenizers know only pairs of letters. */
const unspoken = /[^aeiouy]{4}|^[^aeiouy]+$|[jqxz][^aeiouy]|[^aeious][jqx]/i;

function countPiece(piece: string): number {
  const [first = ""] = piece;
  const { length } = piece;
  if (length >= 12 && /\d/.test(piece)) return length * 0.72;
  if (length === 1 && " ./_-".includes(first)) return first === " " ? 0.2 : 0.35;
  if (/["{}[\],:]/.test(first)) return Math.ceil(length / 3);
  if (first >= "A" && first <= "Z" && (length === 1 || (piece[1] ?? "") < "a"))
    return Math.ceil(length / 2.5);
  if (/[A-Za-z]/.test(first)) {
    if (length < 4) return 1;
    return unspoken.test(piece) ? length / 2 : 1 + Math.floor(length / 8) * 0.5;
  }
  if (first <= "\u007e") return 1;
  const bytes = Buffer.byteLength(piece);
  if (/[\u3040-\u9fff\uac00-\ud7a3]/.test(first)) return 2;
  return /\p{L}/u.test(first) && bytes === 2 ? 1 : bytes;
}
