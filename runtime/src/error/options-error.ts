/**
 * Thrown where a session or a client is made with options that cannot work. The
 * message names the option, what is wrong with it, and what to write.
 */
export class OptionsError extends TypeError {
  override readonly name = "OptionsError";
}
