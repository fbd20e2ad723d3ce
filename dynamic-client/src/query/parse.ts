/**
 * The parser of JMESPath (jmespath.org/specification.html). It builds a tree and evaluates nothing.
 *
 * @module
 */
import type { Comparison, Node } from "./node.js";
import { arityFault, type FunctionName, isFunctionName, parameterAt } from "./signatures.js";
import { lex, type Token } from "./lex.js";
import { type QueryError, syntaxError } from "./query-error.js";

/** The maximum length of an expression in characters, and its maximum number of tokens. Evaluation is as deep as the tree. */
const [maxLength, maxTokens] = [10_000, 1_000];

/** How strongly an operator binds. */
const power: Readonly<Record<string, number>> = {
  "|": 1,
  "||": 2,
  "&&": 3,
  "==": 5,
  "!=": 5,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  "[]": 9,
  "*": 20,
  "[?": 21,
  ".": 40,
  "!": 45,
  "[": 55,
};

/** Tokens that bind weaker than this end a projection. */
const endOfProjection = 10;

const current: Node = { kind: "current" };

/** Parses an expression. @throws A QueryError that names the place of the mistake. */
export function parse(expression: string): Node {
  if (expression.length > maxLength)
    throw syntaxError(
      expression.slice(0, 20),
      0,
      `a query has at most ${maxLength} characters; this one is longer`,
    );
  const tokens = lex(expression);
  if (tokens.length > maxTokens)
    throw syntaxError(
      expression.slice(0, 20),
      0,
      `a query has at most ${maxTokens} tokens; this one has more`,
    );
  return new Parser(expression, tokens).parse();
}

class Parser {
  readonly #expression: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(expression: string, tokens: readonly Token[]) {
    this.#expression = expression;
    this.#tokens = tokens;
  }

  parse(): Node {
    const node = this.#read(0);
    if (this.#next.kind !== "end") throw this.#unexpected();
    return node;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", at: this.#expression.length };
  }

  #unexpected(): QueryError {
    const { at } = this.#next;
    const end = this.#tokens[this.#at + 1]?.at ?? this.#expression.length;
    const text = this.#expression.slice(at, end).trim();
    return syntaxError(this.#expression, at, text === "" ? "something is missing" : `unexpected ${text}`);
  }

  #isSign(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === "sign" && token.text === text;
  }

  #take(sign: string): boolean {
    if (!this.#isSign(sign)) return false;
    this.#at += 1;
    return true;
  }

  #require(sign: string): void {
    if (!this.#take(sign)) throw this.#unexpected();
  }

  get #power(): number {
    const token = this.#next;
    return token.kind === "sign" ? (power[token.text] ?? 0) : 0;
  }

  #read(minPower: number): Node {
    let left = this.#first();
    while (this.#power > minPower) left = this.#continue(left);
    return left;
  }

  /** Reads an expression up to its first operator. */
  #first(): Node {
    const token = this.#next;
    this.#at += 1;
    if (token.kind === "literal") return { kind: "literal", value: token.value };
    if (token.kind === "quotedName" && !this.#isSign("(")) return { kind: "field", name: token.text };
    if (token.kind === "name")
      return this.#isSign("(") ? this.#call(token) : { kind: "field", name: token.text };
    const node = token.kind === "sign" ? this.#prefix(token.text) : undefined;
    if (node) return node;
    this.#at -= token.kind === "quotedName" ? 0 : 1;
    throw this.#unexpected();
  }

  #prefix(sign: string): Node | undefined {
    switch (sign) {
      case "@":
        return current;
      case "!":
        return { kind: "not", of: this.#read(power["!"] ?? 0) };
      case "(": {
        const node = this.#read(0);
        this.#require(")");
        return node;
      }
      case "*":
        return this.#project("object", current);
      case "{":
        return this.#hash();
      case "[":
        return this.#isSelector ? this.#select(current) : this.#list();
      case "[]":
      case "[?":
        this.#at -= 1;
        return this.#continue(current);
      default:
        return undefined;
    }
  }

  /** Reads an operator and what follows it. */
  #continue(left: Node): Node {
    const token = this.#next;
    const sign = token.kind === "sign" ? token.text : "";
    this.#at += 1;
    switch (sign) {
      case ".":
        if (this.#take("*"))
          return { kind: "project", over: "object", of: left, next: this.#projected(power["."] ?? 0) };
        return { kind: "then", of: left, next: this.#afterDot(power["."] ?? 0) };
      case "|":
        return { kind: "then", of: left, next: this.#read(power["|"] ?? 0) };
      case "||":
        return { kind: "or", left, right: this.#read(power["||"] ?? 0) };
      case "&&":
        return { kind: "and", left, right: this.#read(power["&&"] ?? 0) };
      case "[]":
        return {
          kind: "project",
          over: "array",
          of: { kind: "flatten", of: left },
          next: this.#projected(power["[]"] ?? 0),
        };
      case "[?": {
        const condition = this.#read(0);
        this.#require("]");
        return {
          kind: "filter",
          of: left,
          condition,
          next: this.#isSign("[]") ? current : this.#projected(power["[?"] ?? 0),
        };
      }
      case "[":
        if (!this.#isSelector) break;
        return this.#select(left);
      default:
        if (power[sign] === power["=="])
          return { kind: "compare", by: sign as Comparison, left, right: this.#read(power["=="] ?? 0) };
    }
    this.#at -= 1;
    throw this.#unexpected();
  }

  /** Whether an index, a slice or `*` follows an opening bracket. */
  get #isSelector(): boolean {
    if (this.#next.kind === "index" || this.#isSign(":")) return true;
    return this.#isSign("*") && this.#isSign("]", 1);
  }

  #select(of: Node): Node {
    if (this.#take("*")) {
      this.#require("]");
      return this.#project("array", of);
    }
    const parts: (number | undefined)[] = [undefined];
    while (!this.#take("]")) {
      const token = this.#next;
      if (token.kind === "index" && parts.at(-1) === undefined) parts[parts.length - 1] = token.value;
      else if (this.#isSign(":") && parts.length < 3) parts.push(undefined);
      else throw this.#unexpected();
      this.#at += 1;
    }
    if (parts.length > 1) return this.#project("array", { kind: "then", of, next: { kind: "slice", parts } });
    return { kind: "then", of, next: { kind: "index", at: parts[0] ?? 0 } };
  }

  #project(over: "array" | "object", of: Node): Node {
    return { kind: "project", over, of, next: this.#projected(power["*"] ?? 0) };
  }

  /** Reads what is applied to each element of a projection. */
  #projected(minPower: number): Node {
    if (this.#power < endOfProjection) return current;
    if (this.#take(".")) return this.#afterDot(minPower);
    if (this.#isSign("[") || this.#isSign("[?")) return this.#read(minPower);
    throw this.#unexpected();
  }

  /** Reads a name, a function, `*`, a list or a hash after a dot. */
  #afterDot(minPower: number): Node {
    const { kind } = this.#next;
    if (this.#take("[")) return this.#list();
    if (this.#take("{")) return this.#hash();
    if (kind === "name" || kind === "quotedName" || this.#isSign("*")) return this.#read(minPower);
    throw this.#unexpected();
  }

  #list(): Node {
    const items = [this.#read(0)];
    while (this.#take(",")) items.push(this.#read(0));
    this.#require("]");
    return { kind: "list", items };
  }

  #hash(): Node {
    const entries: (readonly [string, Node])[] = [];
    do {
      const name = this.#next;
      if (name.kind !== "name" && name.kind !== "quotedName") throw this.#unexpected();
      this.#at += 1;
      this.#require(":");
      entries.push([name.text, this.#read(0)]);
    } while (this.#take(","));
    this.#require("}");
    return { kind: "hash", entries };
  }

  #call({ text, at }: { readonly text: string; readonly at: number }): Node {
    if (!isFunctionName(text)) throw syntaxError(this.#expression, at, `unknown function ${text}()`);
    this.#require("(");
    const args: Node[] = [];
    if (!this.#isSign(")"))
      do args.push(this.#argument(text, args.length));
      while (this.#take(","));
    this.#require(")");
    const fault = arityFault(text, args.length);
    if (fault !== undefined) throw syntaxError(this.#expression, at, fault);
    return { kind: "call", name: text, args };
  }

  #argument(name: FunctionName, at: number): Node {
    const isReference = parameterAt(name, at) === "&";
    if (isReference && !this.#isSign("&"))
      throw syntaxError(this.#expression, this.#next.at, `${name}() needs an expression such as &name`);
    if (!isReference) return this.#read(0);
    this.#at += 1;
    return { kind: "reference", to: this.#read(0) };
  }
}
