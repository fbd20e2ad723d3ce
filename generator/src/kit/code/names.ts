import { string } from "./literals.js";
import { trust, type Code } from "./source-text.js";

const identifierPattern = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Whether a text can name a variable, a type or a method. */
export function isIdentifier(name: string): boolean {
  return identifierPattern.test(name) && !isReservedWord(name);
}

/**
 * A name of a variable, a type or a method.
 * @throws Error where the text is none; the model gives no such name.
 */
export function identifier(name: string): Code {
  if (!isIdentifier(name)) {
    throw new Error(`${JSON.stringify(name)} cannot be the name of anything in TypeScript`);
  }
  return trust(name);
}

/** A key of an object literal or a member of a class: quoted where it must be. */
export function propertyName(name: string): Code {
  return identifierPattern.test(name) && name !== "__proto__" ? trust(name) : string(name);
}

/** `.name` or `["name"]`, to follow an expression. */
export function member(name: string): Code {
  return identifierPattern.test(name) ? trust(`.${name}`) : trust(`[${string(name)}]`);
}

const reservedWords = new Set(
  (
    "any arguments await bigint boolean break case catch class const continue debugger default delete do else enum eval " +
    "export extends false finally for function if implements import in instanceof interface let never new null " +
    "number object package private protected public return static string super switch symbol this throw true try " +
    "typeof undefined unknown var void while with yield"
  ).split(" "),
);

/** The word cannot name a variable, a type, or both. */
export function isReservedWord(name: string): boolean {
  return reservedWords.has(name);
}
