import type { ErrorCode } from "../error-codes.js";
import { compare } from "./compare.js";

export type { ErrorCode } from "../error-codes.js";

/**
 * Something that keeps the generator from doing its work. Problems are
 * collected and reported together, so that one run shows all of them.
 */
export interface Problem {
  /** The kind of the mistake. */
  readonly code: ErrorCode;
  /** Proto file, or undefined where the fault is in the request or its options. */
  readonly file?: string | undefined;
  /** Line of the element in the file, counted from 1. */
  readonly line?: number | undefined;
  /** Column of the element in the line, counted from 1. */
  readonly column?: number | undefined;
  /** The element, such as `service acme.v1.BookService`. */
  readonly element?: string | undefined;
  /** A sentence that describes the mistake, without its full stop. */
  readonly what: string;
  /** A sentence that describes the fix, without its full stop. */
  readonly fix: string;
}

/** Thrown if a stage cannot continue. Contains all problems that it found. */
export class Problems extends Error {
  override readonly name = "Problems";
  /** At least one. */
  readonly list: readonly Problem[];

  constructor(list: readonly Problem[]) {
    super(formatProblems(list));
    this.list = list;
  }

  /** The code of the first problem. */
  get code(): ErrorCode {
    return this.list[0]?.code ?? "INTERNAL_ERROR";
  }
}

/** Thrown by a command that cannot do its work. The text states the reason and the fix. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}

const maxShown = 50;

/**
 * The report that buf prints, one problem under another, in the order of the
 * files and lines whatever the order in which they were found.
 */
export function formatProblems(problems: readonly Problem[]): string {
  const lines = [...new Set([...problems].sort(byPlace).map(formatProblem))];
  const rest = lines.length - maxShown;
  return [...lines.slice(0, maxShown), ...(rest > 0 ? [`... and ${rest} more`] : [])].join("\n");
}

/** Formats a problem as `file:line:column: element: What is wrong. What to do. [CODE]`. */
export function formatProblem({ code, file, line, column, element, what, fix }: Problem): string {
  const place = [
    file === undefined ? undefined : clipped(file, maxNameLength),
    line,
    line === undefined ? undefined : column,
  ].filter((part) => part !== undefined);
  const about = element === undefined ? undefined : clipped(element, maxNameLength);
  const head = [place.join(":"), about].filter((part) => part !== undefined && part !== "");
  const [said, advice] = [what, fix].map((text) => clipped(text, maxTextLength));
  return printable([...head, `${said}. ${advice}${fix.endsWith("?") ? "" : "."} [${code}]`].join(": "));
}

const maxNameLength = 300;
const maxTextLength = 1000;

/** Its start and its end, where a request has names that no terminal should have to show. */
function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)} ... ${text.slice(-half)}`;
}

/** Escapes control characters, so that names in a request cannot control the terminal. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

function byPlace(a: Problem, b: Problem): number {
  return (
    compare(a.file ?? "", b.file ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(formatProblem(a), formatProblem(b))
  );
}

/** Returns the message of an error, or the text of any other thrown value. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
