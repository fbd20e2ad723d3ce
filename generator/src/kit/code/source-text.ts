declare const brand: unique symbol;

/**
 * Text that may be put into a source file as it is. Only this folder makes it, so text of a proto or an
 * option cannot reach a template in any other way: the compiler rejects a plain string.
 */
export type Code = string & { readonly [brand]: true };

/** Declares a string to be source text. Only the files of this folder may use it. */
export function trust(text: string): Code {
  return text as Code;
}
