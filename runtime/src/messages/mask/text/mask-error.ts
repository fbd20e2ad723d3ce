import type { RuntimeErrorCode } from "../../../base/text/error-codes.js";
import { brandError, hasBrand } from "../../../base/text/error-brand.js";
import { inAscii } from "../../../base/text/value-text.js";

/** Thrown if a text is not a reset mask. */
export class MaskSyntaxError extends Error {
  override readonly name = "MaskSyntaxError";
  /** The kind of mistake, as `docs/reference/errors.md` lists it. */
  readonly code = "MASK_SYNTAX_INVALID" satisfies RuntimeErrorCode;
  /** Position in the text, in UTF-16 code units from 0. */
  readonly position: number;

  constructor(problem: string, text: string, position: number) {
    super(`reset mask, position ${position}: ${problem}; ${quoteAround(text, position)}`);
    this.position = position;
    brandError(this, "MaskSyntaxError");
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, "MaskSyntaxError");
  }
}

/** The number of code units to quote on each side. */
const maxQuotedUnits = 24;

/** Quotes the text around a position, in ASCII because it may be sent in a header. */
function quoteAround(text: string, position: number): string {
  const from = Math.max(0, position - maxQuotedUnits);
  const to = Math.min(text.length, position + maxQuotedUnits);
  const before = `${from > 0 ? "..." : ""}${inAscii(text.slice(from, position))}`;
  const after = `${inAscii(text.slice(position, to))}${to < text.length ? "..." : ""}`;
  return `at the mark >< in: ${before}><${after}`;
}

/** Thrown for a mask that could clear something else than it names: an unknown field, or a path into an omitted value. */
export class MaskPathError extends Error {
  override readonly name = "MaskPathError";
  /** The kind of mistake, as `docs/reference/errors.md` lists it. */
  readonly code = "MASK_PATH_INVALID" satisfies RuntimeErrorCode;
  /** The path in the mask, by proto names: `spec.disks`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`reset mask: ${problem}`);
    this.path = path;
    brandError(this, "MaskPathError");
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, "MaskPathError");
  }
}

/** Thrown if an Update would change an IMMUTABLE or a server-managed field. */
export class ImmutableFieldError extends Error {
  override readonly name = "ImmutableFieldError";
  /** The kind of mistake, as `docs/reference/errors.md` lists it. */
  readonly code = "FIELD_IMMUTABLE" satisfies RuntimeErrorCode;
  /** The path of the field, by proto names: `spec.disks.0.type`. */
  readonly path: string;

  constructor(
    path: string,
    reason = "is immutable: send the value that the resource has, or leave the field out",
  ) {
    super(`${path} ${reason}`);
    this.path = path;
    brandError(this, "ImmutableFieldError");
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, "ImmutableFieldError");
  }
}
