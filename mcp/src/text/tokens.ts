/** Most tokens of an answer. */
export const maxAnswerTokens = 8_000;

/** Runs of letters that tokenizers join, digits in threes, and all else by itself. */
const pieces = /[a-z]+|[A-Z]+|\d{1,3}|\s+|[^\sA-Za-z\d]/gu;

/**
 * How many tokens a text has at most, without a tokenizer: a word counts more than it does for any of them, and a character
 * beyond ASCII as its bytes, as which the rarest ones are read. Never less than a token for four bytes.
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
