import type { DocsErrorCode } from "./error-codes.js";

/** Thrown if a package or a page cannot become a site. */
export class DocsError extends Error {
  /** The code, which stays the same when the text changes. */
  readonly code: DocsErrorCode;

  constructor(code: DocsErrorCode, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = "DocsError";
    this.code = code;
  }
}
