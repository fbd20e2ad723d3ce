/** Casing, and what the convention says of names. */
import { nearestName, splitWords } from "@stratus/convention/name";

export { nearestName, splitWords };

/**
 * Lower camel case for the name of an rpc, a service or a package: the first
 * word in lower case, the others as they are but for their first letter.
 * `GetByName` is `getByName`, `IAMPolicy` is `iamPolicy`, `get_by_name` is
 * `getByName`.
 */
export function lowerCamel(name: string): string {
  const [first = "", ...more] = splitWords(name);
  const camel = first.toLowerCase() + more.map(capital).join("");
  return /^[A-Za-z_]/.test(camel) ? camel : `_${camel}`;
}

/** Upper camel case, for the name of a class. */
export function upperCamel(name: string): string {
  const camel = splitWords(name).map(capital).join("");
  return /^[A-Za-z_]/.test(camel) ? camel : `_${camel}`;
}

/** Snake case for a name in camel case: `secondary_disks` for `secondaryDisks`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The word with a capital first letter. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
