/**
 * The room of texts: what is told to a model, how long it is, and text of an API as quoted data.
 *
 * @module
 */

/** Something that a tool does not do, with the way out. Nothing was sent, unless the text says so. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
