/**
 * Text for models: refusals, token counts, and text of an API quoted as data.
 *
 * @module
 */
import type { RefusalCode } from "../error-codes.js";

/** An error that tells the model why a tool did nothing, and what to do instead. Nothing was sent unless the text says so. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;

  constructor(code: RefusalCode, text: string) {
    super(text);
    this.code = code;
  }
}
