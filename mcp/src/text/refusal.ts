/**
 * Text for models: refusals, token counts, and text of an API quoted as data.
 *
 * @module
 */
import type { RefusalCode } from "../error-codes.js";

/**
 * An error that explains to the model why a tool did nothing and how to proceed. Unless its text states otherwise,
 * nothing was sent.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;

  /** @param apiCode The code of the API's error that caused the refusal. It replaces `code`. */
  constructor(code: RefusalCode, text: string, apiCode: string = code) {
    super(text);
    this.code = apiCode;
  }
}
