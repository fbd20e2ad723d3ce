/** Whether text is free of halves of surrogate pairs, which UTF-8 cannot encode (RFC 3629, section 3). */
export function isWellFormed(text: string): boolean {
  const { isWellFormed: check } = text as { isWellFormed?(): boolean };
  // Browsers have the method since 2023. It takes a tenth of the time of the expression.
  return check ? check.call(text) : !/\p{Surrogate}/u.test(text);
}

/** Replaces halves of surrogate pairs by U+FFFD, in text whose meaning does not depend on them. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
}

/** Describes the problem of text that is not well-formed. */
export const halfPairText = "the text has half a surrogate pair, which UTF-8 cannot encode";
