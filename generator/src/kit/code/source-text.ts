declare const brand: unique symbol;

/**
 * Text that may be put into a source file as it is. Only this folder makes it, so text of a proto or an
 * option cannot reach a template by any other way: the compiler refuses a plain string.
 */
export type Code = string & { readonly [brand]: true };

/** The one place where a string is declared to be source text. It is not for others than the files beside it. */
export function trust(text: string): Code {
  return text as Code;
}
