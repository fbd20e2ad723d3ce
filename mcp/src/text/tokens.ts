/** The maximum number of tokens of an answer. */
export const maxAnswerTokens = 8_000;

/** Splits text as tokenizers roughly do: runs of letters, up to three digits, and single other characters. */
const pieces = /[a-z]+|[A-Z]+|\d{1,3}|\s+|[^\sA-Za-z\d]/gu;

/**
 * Returns an upper bound of the number of tokens in a text. Words count more than any known tokenizer gives them, and
 * characters beyond ASCII count as their UTF-8 bytes. The result is at least one token per four bytes.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const [piece] of text.matchAll(pieces)) count += countPiece(piece);
  return Math.max(count, Math.ceil(Buffer.byteLength(text) / 4));
}

function countPiece(piece: string): number {
  const [first = ""] = piece;
  if (first >= "a" && first <= "z") return Math.ceil(piece.length / 3);
  if (first >= "A" && first <= "Z") return Math.ceil(piece.length / 2);
  return first > "\u007e" ? Buffer.byteLength(piece) : 1;
}
