/**
 * Places in a text of JSON, which the platform's own parser reads without
 * telling them: large descriptions are JSON, and a parser that keeps places
 * takes twenty times as long. The text must be well-formed.
 */

/** A duplicate key of an object with its place, and the depth of nesting up to there. */
export function listKeys(text: string): {
  readonly twice: { readonly name: string; readonly at: number } | undefined;
  readonly depth: number;
} {
  const open: (Set<string> | undefined)[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === brace) depth = Math.max(depth, open.push(new Set()));
    else if (char === bracket) depth = Math.max(depth, open.push(undefined));
    else if (char === endBrace || char === endBracket) open.pop();
    else if (char === quote) {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (keys && text.charCodeAt(skipSpace(text, end)) === colon) {
        const name = text.slice(at + 1, end - 1);
        if (keys.has(name)) return { twice: { name, at }, depth };
        keys.add(name);
        at = skipSpace(text, end);
        // A text behind a key is a value, whatever follows it.
        const next = skipSpace(text, at + 1);
        at = text.charCodeAt(next) === quote ? endOfString(text, next) - 1 : next - 1;
      } else at = end - 1;
    }
  }
  return { twice: undefined, depth };
}

/** Returns where the value of a pointer begins, or the last part of the pointer that exists. */
export function placeInJson(text: string, pointer: readonly string[]): number {
  let at = skipSpace(text, 0);
  for (const step of pointer) {
    const next = text.charCodeAt(at) === brace ? inObject(text, at, step) : inList(text, at, step);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

const quote = 34;
const comma = 44;
const colon = 58;
const bracket = 91;
const endBracket = 93;
const brace = 123;
const endBrace = 125;

function inObject(text: string, start: number, name: string): number | undefined {
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) === quote) {
    const end = endOfString(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(at, end)) === name) return value;
    at = afterComma(text, endOfValue(text, value));
  }
  return undefined;
}

function inList(text: string, start: number, step: string): number | undefined {
  if (text.charCodeAt(start) !== bracket) return undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; text.charCodeAt(at) !== endBracket; index++) {
    if (String(index) === step) return at;
    at = afterComma(text, endOfValue(text, at));
  }
  return undefined;
}

function afterComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text.charCodeAt(next) === comma ? skipSpace(text, next + 1) : next;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) at = endOfString(text, at) - 1;
    else if (char === brace || char === bracket) depth++;
    else if (char === endBrace || char === endBracket) {
      if (depth === 0) return at;
      depth--;
    } else if (char === comma && depth === 0) return at;
    if (depth === 0 && (char === quote || char === endBrace || char === endBracket)) return at + 1;
  }
  return text.length;
}

/** The place behind a string that begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes++;
    if (end < 0) return text.length;
    if (slashes % 2 === 0) return end + 1;
  }
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}
