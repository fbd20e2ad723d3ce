/**
 * Translates patterns for clients. APIs write them for RE2 (https://github.com/google/re2/wiki/Syntax), and clients match them
 * with the regular expressions of JavaScript. A pattern is portable if it means the same in both, or can be translated.
 */
import { isLinear } from "../pattern/linear.js";

/**
 * Translates a pattern to JavaScript with the flag `u`. Returns undefined if the pattern is not portable, is not anchored at both
 * ends, or may take more than linear time.
 */
export function toPortablePattern(pattern: string): string | undefined {
  const inner = /^\^([^]*)\$$/u.exec(pattern)?.[1];
  const translated = inner === undefined ? undefined : translate(inner);
  if (translated === undefined) return undefined;
  const whole = `^${translated}$`;
  return isExpression(whole) && isLinear(whole) ? whole : undefined;
}

/** One part of a pattern. */
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
    // An alternative at the top level would be anchored on one side only.
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

/** White space of RE2: only ASCII, without the vertical tab. */
const spaces = String.raw`\t\n\f\r `;

/** Translates an escape outside of a class. Escaped ASCII punctuation stands for itself. */
function translateEscape(escaped: string): string | undefined {
  if (escaped === "s" || escaped === "S") return `[${escaped === "s" ? "" : "^"}${spaces}]`;
  if (/^(?:[dDwWbBtnrfv]|x..|p\{\w+\})$/u.test(escaped)) return `\\${escaped}`;
  if (!/^[!-/:-@[-`{-~]$/u.test(escaped)) return undefined;
  return /[$()*+./?[\\\]^{|}]/u.test(escaped) ? `\\${escaped}` : escaped;
}

function translateClass(text: string): string | undefined {
  // RE2 has named classes, and JavaScript has set operations.
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
