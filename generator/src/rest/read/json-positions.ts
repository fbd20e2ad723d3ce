/**
 * Finds positions in JSON text, which `JSON.parse` does not report. Large descriptions are JSON, and a parser that
 * keeps positions takes twenty times as long. The text must be well-formed.
 */

/** Returns the first key that an object has twice, and the maximum depth of nesting up to there. */
export function scanKeys(text: string): {
  readonly duplicate: { readonly name: string; readonly offset: number } | undefined;
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
      const end = findStringEnd(text, at);
      const keys = open.at(-1);
      if (keys && text.charCodeAt(skipSpace(text, end)) === colon) {
        const name = text.slice(at + 1, end - 1);
        if (keys.has(name)) return { duplicate: { name, offset: at }, depth };
        keys.add(name);
        at = skipSpace(text, end);
        // A string after a key is a value, even if a colon follows it.
        const next = skipSpace(text, at + 1);
        at = text.charCodeAt(next) === quote ? findStringEnd(text, next) - 1 : next - 1;
      } else at = end - 1;
    }
  }
  return { duplicate: undefined, depth };
}

/** Returns the offset of the value that a pointer leads to, or of the last part of the pointer that exists. */
export function findValueOffset(text: string, pointer: readonly string[]): number {
  let at = skipSpace(text, 0);
  for (const step of pointer) {
    const next =
      text.charCodeAt(at) === brace ? findMemberOffset(text, at, step) : findItemOffset(text, at, step);
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

function findMemberOffset(text: string, start: number, name: string): number | undefined {
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) === quote) {
    const end = findStringEnd(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(at, end)) === name) return value;
    at = skipComma(text, findValueEnd(text, value));
  }
  return undefined;
}

function findItemOffset(text: string, start: number, step: string): number | undefined {
  if (text.charCodeAt(start) !== bracket) return undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; text.charCodeAt(at) !== endBracket; index++) {
    if (String(index) === step) return at;
    at = skipComma(text, findValueEnd(text, at));
  }
  return undefined;
}

function skipComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text.charCodeAt(next) === comma ? skipSpace(text, next + 1) : next;
}

function findValueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) at = findStringEnd(text, at) - 1;
    else if (char === brace || char === bracket) depth++;
    else if (char === endBrace || char === endBracket) {
      if (depth === 0) return at;
      depth--;
    } else if (char === comma && depth === 0) return at;
    if (depth === 0 && (char === quote || char === endBrace || char === endBracket)) return at + 1;
  }
  return text.length;
}

/** Returns the offset after the string that starts at `start`. */
function findStringEnd(text: string, start: number): number {
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
