import { removeComments } from "./runtime-declarations.js";

/** An optional member of an interface on one line, with its comment. */
const optionalMember = /^(?: {2}\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)? {2}(?:readonly )?(\w+)\?: .*;\n/gm;

/**
 * Returns the identifiers of code, and those that are whole strings, as in `Pick<Shape, "ref">`. The names that the
 * members of an interface declare are not among them.
 */
export function listUsedWords(text: string): ReadonlySet<string> {
  const code = removeComments(text).replace(
    /^ +(?:readonly )?\w+\??: (?=.*;$)/gm,
    isInterface(text) ? "" : "$&",
  );
  return new Set(code.replace(/"(?![A-Za-z_$][\w$]*")(?:[^"\\\n]|\\.)*"/g, '""').match(/[A-Za-z_$][\w$]*/g));
}

/** Returns an interface without the optional members that are not among the words. */
export function removeUnusedMembers(text: string, words: ReadonlySet<string>): string {
  if (!isInterface(text)) return text;
  return text.replace(optionalMember, (member, name: string) => (words.has(name) ? member : ""));
}

function isInterface(text: string): boolean {
  return /^(?:export )?interface /m.test(text);
}
