import type { RuntimeErrorCode } from "../../../base/text/error-codes.js";
import { inAscii } from "../../../base/text/value-text.js";

/** Thrown if a text is not a reset mask. */
export class MaskSyntaxError extends Error {
  override readonly name = "MaskSyntaxError";
  /** The kind of mistake, as `docs/errors.md` lists it. */
  readonly code = "MASK_SYNTAX_INVALID" satisfies RuntimeErrorCode;
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

/** Thrown for a mask that would do something else than it says: an unknown field, or a path into what is not sent. */
export class MaskPathError extends Error {
  override readonly name = "MaskPathError";
  /** The kind of mistake, as `docs/errors.md` lists it. */
  readonly code = "MASK_PATH_INVALID" satisfies RuntimeErrorCode;
  /** The path in the mask, by proto names: `spec.disks`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`reset mask: ${problem}`);
    this.path = path;
  }
}

/** Thrown if an Update would change a field that is set at creation only (`IMMUTABLE`), or that the server alone writes. */
export class ImmutableFieldError extends Error {
  override readonly name = "ImmutableFieldError";
  /** The kind of mistake, as `docs/errors.md` lists it. */
  readonly code = "FIELD_IMMUTABLE" satisfies RuntimeErrorCode;
  /** Where the field is, by proto names: `spec.disks.0.type`. */
  readonly path: string;

  constructor(
    path: string,
    reason = "is immutable: send the value that the resource has, or leave the field out",
  ) {
    super(`${path} ${reason}`);
    this.path = path;
  }
}
