import { trust, type Code } from "./source-text.js";

const wordPattern = /^[A-Za-z0-9_.$]+$/;

/**
 * A name in the text of a template.
 * @throws Error where the text is none; the model gives no such name.
 */
export function word(text: string): Code {
  if (!wordPattern.test(text)) throw new Error(`${JSON.stringify(text)} is not a name`);
  return trust(text);
}

/** `${value}`, in the text of a template. */
export function hole(value: Code): Code {
  return trust(`\${${value}}`);
}

/**
 * A template of lines with a tag before it. The formatter leaves its text as it is.
 * @param depth How deep the statement around it is, in steps of two spaces.
 */
export function template(tag: Code, lines: readonly Code[], depth: number): Code {
  const indent = "  ".repeat(depth);
  return trust(`${tag}\`\n${lines.map((line) => `${indent}  ${line}\n`).join("")}${indent}\``);
}
