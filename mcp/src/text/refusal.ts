/**
 * Text for models: refusals, token counts, and text of an API quoted as data.
 *
 * @module
 */

/** An error that tells the model why a tool did nothing, and what to do instead. By default nothing was sent; the text mentions it otherwise. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
