import { FilterError } from "./filter-error.js";
import { asComparator, scan, type Token } from "./scanner.js";
import type { Comparator, Filter, Literal, Segment } from "./tree.js";

const maxFilterLength = 10_000;
const maxNesting = 50;
const maxRestrictions = 500;

/**
 * Reads a filter (AIP-160 and its grammar). OR binds closer than AND; factors
 * with only space between them are joined as by AND.
 *
 * @returns undefined for a filter of nothing but space, which all items match
 * @throws FilterError for what is not of the language, for function calls, and
 *   for a filter that is too long, too deep or of too many restrictions
 */
export function parseFilter(filter: string): Filter | undefined {
  if (filter.length > maxFilterLength) {
    throw new FilterError(
      `a filter can have at most ${maxFilterLength} characters, but this one has ${filter.length}`,
      filter,
      maxFilterLength,
    );
  }
  return new Parser(filter).parse();
}

class Parser {
  readonly #filter: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #restrictions = 0;

  constructor(filter: string) {
    this.#filter = filter;
    this.#tokens = scan(filter);
  }

  parse(): Filter | undefined {
    if (this.#next().kind === "end") return undefined;
    const tree = this.#expression();
    const rest = this.#next();
    if (rest.kind !== "end") throw this.#problem(`${JSON.stringify(rest.text)} is not allowed here`, rest);
    return tree;
  }

  /** expression : sequence {AND sequence} */
  #expression(): Filter {
    const operands = this.#sequence();
    while (this.#takeKeyword("AND")) operands.push(...this.#sequence());
    return joined("and", operands);
  }

  /** sequence : factor {factor} */
  #sequence(): Filter[] {
    const factors = [this.#factor()];
    while (this.#beginsFactor()) {
      const next = this.#next();
      const previous = this.#tokens[this.#at - 1];
      if (previous?.end === next.start) {
        throw this.#problem(
          "a space or an operator is missing; quote a value that holds such characters",
          next,
        );
      }
      factors.push(this.#factor());
    }
    return factors;
  }

  #beginsFactor(): boolean {
    return ["text", "string", "(", "-"].includes(this.#next().kind) && !this.#isKeyword("AND");
  }

  /** factor : term {OR term} */
  #factor(): Filter {
    const terms = [this.#term()];
    while (this.#takeKeyword("OR")) terms.push(this.#term());
    return joined("or", terms);
  }

  /** term : [NOT / MINUS] simple */
  #term(): Filter {
    const isNegated = this.#takeKeyword("NOT") || this.#takeMinus();
    const operand = this.#simple();
    return isNegated ? { kind: "not", operand } : operand;
  }

  /** simple : restriction / "(" expression ")" */
  #simple(): Filter {
    return this.#next().kind === "(" ? this.#composite() : this.#restriction();
  }

  #composite(): Filter {
    const opening = this.#take();
    this.#depth += 1;
    if (this.#depth > maxNesting) {
      throw this.#problem(`parentheses can be nested at most ${maxNesting} deep`, opening);
    }
    const inner = this.#expression();
    if (this.#next().kind !== ")") throw this.#problem("a closing parenthesis is missing", this.#next());
    this.#take();
    this.#depth -= 1;
    return inner;
  }

  /** restriction : member [comparator arg] */
  #restriction(): Filter {
    const member = this.#member();
    this.#restrictions += 1;
    if (this.#restrictions > maxRestrictions) {
      throw this.#problem(`a filter can have at most ${maxRestrictions} restrictions`, this.#next());
    }
    const comparator = asComparator(this.#next());
    const path = member.map(({ text, start }): Segment => ({ name: text, position: start }));
    if (comparator === undefined) {
      const isQuoted = member.some(({ kind }) => kind === "string");
      return { kind: "global", path: isQuoted ? [] : path, literal: this.#literal(member) };
    }
    this.#take();
    return this.#argument(path, comparator);
  }

  /** arg : ["-"] literal / "(" expression of literals ")" */
  #argument(path: readonly Segment[], comparator: Comparator): Filter {
    const first = this.#next();
    if (first.kind === "(") {
      if (comparator !== "=" && comparator !== ":") {
        throw this.#problem(`several values in parentheses need = or :, not ${comparator}`, first);
      }
      return this.#distribute(this.#composite(), path, comparator);
    }
    if (!this.#takeMinus()) {
      return { kind: "restriction", path, comparator, literal: this.#literal(this.#member()) };
    }
    const { text, parts } = this.#literal(this.#member());
    const negative = { text: `-${text}`, parts: [`-${parts[0] ?? ""}`, ...parts.slice(1)] };
    return { kind: "restriction", path, comparator, literal: { ...negative, position: first.start } };
  }

  /** `a = (b OR c)` is `a = b OR a = c`. */
  #distribute(values: Filter, path: readonly Segment[], comparator: Comparator): Filter {
    switch (values.kind) {
      case "and":
      case "or": {
        const operands = values.operands.map((value) => this.#distribute(value, path, comparator));
        return { kind: values.kind, operands };
      }
      case "not":
        return { kind: "not", operand: this.#distribute(values.operand, path, comparator) };
      case "global":
        return { kind: "restriction", path, comparator, literal: values.literal };
      case "restriction": {
        const { position } = values.literal;
        const problem = "the parentheses of a value can contain only values, AND, OR and NOT";
        throw new FilterError(problem, this.#filter, position);
      }
    }
  }

  /** member : value {"." field}, without space between them */
  #member(): Token[] {
    const first = this.#next();
    if (this.#isKeyword("AND") || this.#isKeyword("OR") || this.#isKeyword("NOT")) {
      throw this.#problem(`a field or value is missing before ${first.text}; quote it if it is one`, first);
    }
    const member = [this.#value()];
    while (this.#next().kind === ".") {
      const dot = this.#next();
      const field = this.#tokens[this.#at + 1];
      if (member.at(-1)?.end !== dot.start || field?.start !== dot.end) {
        throw this.#problem("a dot joins two names without spaces", dot);
      }
      this.#take();
      member.push(this.#value());
    }
    if (this.#next().kind === "(" && this.#next().start === member.at(-1)?.end) {
      throw this.#problem("functions are not supported", first);
    }
    return member;
  }

  #value(): Token {
    const token = this.#next();
    if (token.kind === "text" || token.kind === "string") return this.#take();
    const found = token.kind === "end" ? "the filter ends" : `there is ${JSON.stringify(token.text)}`;
    throw this.#problem(`a field or a value is expected here, but ${found}`, token);
  }

  #literal(member: readonly Token[]): Literal {
    const [first, ...rest] = member;
    const parts = [...(first?.parts ?? [])];
    for (const { kind, parts: more } of rest) {
      if (kind === "string" || first?.kind === "string") {
        throw new FilterError("quote the whole value", this.#filter, first?.start ?? 0);
      }
      parts.push(`${parts.pop() ?? ""}.${more[0] ?? ""}`, ...more.slice(1));
    }
    return { text: parts.join("*"), parts, position: first?.start ?? 0 };
  }

  /** Takes a minus, if that is next. */
  #takeMinus(): boolean {
    if (this.#next().kind !== "-") return false;
    const minus = this.#take();
    if (this.#next().start !== minus.end) {
      throw this.#problem("a minus must directly precede what it negates", minus);
    }
    return true;
  }

  /** Takes a keyword, if that is next. */
  #takeKeyword(name: string): boolean {
    if (!this.#isKeyword(name)) return false;
    const word = this.#take();
    if (this.#next().start === word.end)
      throw this.#problem(`${name} must be followed by a space`, this.#next());
    return true;
  }

  #isKeyword(name: string): boolean {
    const { kind, text } = this.#next();
    return kind === "text" && text === name;
  }

  #next(): Token {
    // The last token is the end, and nothing takes it.
    return this.#tokens[this.#at] ?? { kind: "end", text: "", parts: [], start: 0, end: 0 };
  }

  #take(): Token {
    const token = this.#next();
    this.#at += 1;
    return token;
  }

  #problem(problem: string, { start }: Token): FilterError {
    return new FilterError(problem, this.#filter, start);
  }
}

function joined(kind: "and" | "or", operands: readonly Filter[]): Filter {
  const [only] = operands;
  return only !== undefined && operands.length === 1 ? only : { kind, operands };
}
