/* Carried along by `stratus openapi` from src/rest/runtime/options-error.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * Thrown if options cannot work: those of a client when it is made, those of a
 * call before anything is sent. The message names the option, what is wrong
 * with it, and what to write; it shows no secret.
 */
export class OptionsError extends TypeError {
  // On the prototype, where it is when the stack is written; and no minifier shortens it.
  static {
    this.prototype.name = "OptionsError";
  }
}
