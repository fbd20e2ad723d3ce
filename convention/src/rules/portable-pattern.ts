/**
 * Patterns that clients may match. APIs write them for RE2 (https://github.com/google/re2/wiki/Syntax); programs have
 * the expressions of JavaScript. A pattern is portable if both read it alike, or if it can be written so.
 */
import { isLinear } from "../pattern/linear.js";

/**
 * The pattern for JavaScript with the flag `u`, if it means the same there, is anchored at both ends and takes
 * time in proportion to the text; undefined for all others.
 */
export function portablePattern(pattern: string): string | undefined {
  const inner = /^\^([^]*)\$$/u.exec(pattern)?.[1];
  const translated = inner === undefined ? undefined : translate(inner);
  if (translated === undefined) return undefined;
  const whole = `^${translated}$`;
  return isExpression(whole) && isLinear(whole) ? whole : undefined;
}

/** A part of a pattern, read alike wherever it is; `|` is one of these inside of a group alone. */
const part =
  /\\(?:p\{\w+\}|x[\da-fA-F]{2}|[^])|\[\^?(?!\])(?:[^\\\]]|\\(?:p\{\w+\}|[^]))*\]|\((?:\?:)?(?!\?)|\{\d{1,3}(?:,\d{0,3})?\}|[^[{}(\\]/uy;

function translate(pattern: string): string | undefined {
  let depth = 0;
  let text = "";
  part.lastIndex = 0;
  while (part.lastIndex < pattern.length) {
    const [found] = part.exec(pattern) ?? [];
    if (found === undefined) return undefined;
    if (found.startsWith("(")) depth++;
    if (found === ")") depth--;
    // A choice at the top has an anchor on one of its sides alone.
    if (depth < 0 || found === "^" || found === "$" || (found === "|" && depth === 0)) return undefined;
    const written = translatePart(found);
    if (written === undefined) return undefined;
    text += written;
  }
  return depth === 0 ? text : undefined;
}

function translatePart(found: string): string | undefined {
  if (found === ".") return String.raw`[^\n]`;
  if (found.startsWith("\\")) return translateEscape(found.slice(1));
  return found.startsWith("[") ? translateClass(found) : found;
}

/** White space of RE2: of ASCII alone, without the vertical tab. */
const spaces = String.raw`\t\n\f\r `;

/** Escapes that both have, outside of a class; any other mark of ASCII is itself. */
function translateEscape(escaped: string): string | undefined {
  if (escaped === "s" || escaped === "S") return `[${escaped === "s" ? "" : "^"}${spaces}]`;
  if (/^(?:[dDwWbBtnrfv]|x..|p\{\w+\})$/u.test(escaped)) return `\\${escaped}`;
  if (!/^[!-/:-@[-`{-~]$/u.test(escaped)) return undefined;
  return /[$()*+./?[\\\]^{|}]/u.test(escaped) ? `\\${escaped}` : escaped;
}

function translateClass(text: string): string | undefined {
  // Names of classes, and what JavaScript reads as sets of sets.
  if (/\[:|&&|--|~~/u.test(text.slice(1))) return undefined;
  let isCommon = true;
  const written = text.slice(1, -1).replaceAll(/\\(p\{\w+\}|x[\da-fA-F]{2}|[^])/gu, (_, escaped: string) => {
    if (escaped === "s") return spaces;
    if (/^(?:[dDwWtnrfv]|x..|p\{\w+\}|[$()*+./?[\\\]^{|}-])$/u.test(escaped)) return `\\${escaped}`;
    isCommon &&= /^[!-/:-@[-`{-~]$/u.test(escaped);
    return escaped;
  });
  return isCommon ? `[${written}]` : undefined;
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
