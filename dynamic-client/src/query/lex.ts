/**
 * The tokens of JMESPath (jmespath.org/specification.html, "Grammar").
 *
 * @module
 */
import { parseNumber } from "./numbers.js";
import { type QueryError, syntaxError } from "./query-error.js";
import type { QueryValue } from "./query-value.js";

/** A token with its place in the expression. */
export type Token = { readonly at: number } & (
  | { readonly kind: "name" | "quotedName"; readonly text: string }
  | { readonly kind: "index"; readonly value: number }
  | { readonly kind: "literal"; readonly value: QueryValue }
  | { readonly kind: "sign"; readonly text: string }
  | { readonly kind: "end" }
);

const token =
  /(?<space>[ \t\r\n]+)|(?<name>[A-Za-z_]\w*)|(?<index>-?\d+)|(?<quoted>"(?:[^"\\]|\\.)*")|(?<raw>'(?:[^'\\]|\\.)*')|(?<json>`(?:[^`\\]|\\.)*`)|(?<sign>\[\?|\[\]|&&|\|\||[<>!=]=|[.*@&|<>!()[\]{},:])/suy;

/** Splits an expression into tokens. @throws A QueryError for a character or text that is not one. */
export function lex(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < expression.length;) {
    token.lastIndex = at;
    const found = token.exec(expression);
    if (!found?.groups) throw syntaxError(expression, at, unexpected(expression[at] ?? ""));
    const fail = (text: string): QueryError => syntaxError(expression, at, text);
    const read = readToken(found[0], found.groups, at, fail);
    if (read) tokens.push(read);
    at = token.lastIndex;
  }
  return [...tokens, { kind: "end", at: expression.length }];
}

function unexpected(character: string): string {
  if (`"'\``.includes(character)) return `the quote ${character} is not closed; it opens`;
  return `unexpected ${JSON.stringify(character)}`;
}

function readToken(
  text: string,
  groups: Readonly<Record<string, string | undefined>>,
  at: number,
  fail: (text: string) => QueryError,
): Token | undefined {
  if (groups["space"] !== undefined) return undefined;
  if (groups["name"] !== undefined) return { kind: "name", text, at };
  if (groups["index"] !== undefined) {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw fail("an index beyond 2^53");
    return { kind: "index", value, at };
  }
  if (groups["quoted"] !== undefined) return { kind: "quotedName", text: String(parseJson(text, fail)), at };
  if (groups["raw"] !== undefined)
    return { kind: "literal", value: text.slice(1, -1).replaceAll("\\'", "'"), at };
  if (groups["json"] !== undefined)
    return { kind: "literal", value: parseLiteral(text.slice(1, -1).replaceAll("\\`", "`"), fail), at };
  return { kind: "sign", text, at };
}

/** Parses the JSON between backticks. A number keeps all its digits. */
function parseLiteral(text: string, fail: (text: string) => QueryError): QueryValue {
  const number = parseNumber(text.trim());
  if (number !== undefined) return number;
  // Outside text, such digits would be rounded.
  if (/\d{16}/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')))
    throw fail("a number of 16 or more digits inside an array or object");
  return parseJson(text, fail);
}

function parseJson(text: string, fail: (text: string) => QueryError): QueryValue {
  try {
    return JSON.parse(text) as QueryValue;
  } catch {
    throw fail("a text that is not JSON");
  }
}
