import { npmNamePattern } from "../text/npm-name.js";
import { trust, type Code } from "./source-text.js";

/** Prints plain text for Markdown on one line, and escapes markup. */
export function markdown(text: string): Code {
  return trust(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").replace(/[\\`*_{}[\]<>()#+!|&~]/g, "\\$&"));
}

/** Prints text as code, on one line. */
export function codeSpan(text: string): Code {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return trust(longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`);
}

/**
 * An npm package name as a shell command or a document names it.
 * @throws Error where the text is none; the options let no such name pass.
 */
export function npmName(name: string): Code {
  if (!npmNamePattern.test(name)) throw new Error(`${JSON.stringify(name)} is not an npm package name`);
  return trust(name);
}

/**
 * A host, a port or one part of a path, as a document names it: letters, digits, `.`, `_`, `~` and `-`.
 * @throws Error for any other text.
 */
export function plainName(name: string): Code {
  if (!/^[\w.~-]+$/.test(name)) throw new Error(`${JSON.stringify(name)} is not a plain name`);
  return trust(name);
}

/**
 * A link to a place among the output.
 * @param target A relative path of plain names, and a `#` with an anchor behind it or none.
 * @throws Error for any other target.
 */
export function link(text: Code, target: string): Code {
  if (!/^[\w./~-]*(?:#[\w-]*)?$/.test(target))
    throw new Error(`${JSON.stringify(target)} is not a place in the output`);
  return trust(`[${text}](${target})`);
}
