/** Thrown where a text is not a reset mask. */
export class MaskSyntaxError extends Error {
  override readonly name = "MaskSyntaxError";
  /** Where in the text, counted in UTF-16 code units from 0. */
  readonly position: number;

  constructor(problem: string, text: string, position: number) {
    super(`reset mask, position ${position}: ${problem}; ${around(text, position)}`);
    this.position = position;
  }
}

const reach = 24;

/** The text on both sides of a position, short and in ASCII, since it may travel in a header. */
function around(text: string, position: number): string {
  const from = Math.max(0, position - reach);
  const to = Math.min(text.length, position + reach);
  const before = `${from > 0 ? "..." : ""}${inAscii(text.slice(from, position))}`;
  const after = `${inAscii(text.slice(position, to))}${to < text.length ? "..." : ""}`;
  return `at the mark >< in: ${before}><${after}`;
}

/** Text with everything outside 0x20 to 0x7E as `\uXXXX`. */
export function inAscii(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
