import { LineCounter, parseDocument, type Document } from "yaml";
import { Problems, type Problem } from "../../kit/problem.js";
import { formatCount } from "../../kit/text/format-count.js";
import { indentYaml } from "./indent-yaml.js";
import type { Json } from "./json.js";
import { keepLiteralText } from "./literal-text.js";
import type { Fail, Pointer, ParsedText } from "./parsed-text.js";

/**
 * Parses YAML 1.2. Also reads texts whose quoted texts or flow collections have too little indentation.
 *
 * @throws Problems with all errors of the text.
 */
export function readYaml(file: string, text: string, fail: Fail): ParsedText {
  const lines = new LineCounter();
  const document = parseLenient(text, lines, fail);
  const problems = listErrors(document, text).map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    const what = `This is neither YAML nor JSON: ${error.message}`;
    return { code: "OPENAPI_INVALID" as const, file, line, column: col, what, fix: "Correct the text here" };
  });
  if (problems.length > 0) throw new Problems(problems);
  const { first, count } = keepLiteralText(document);
  const [offset] = first?.range ?? [];
  return {
    root: readValue(document, fail),
    problems: offset === undefined ? [] : [noteUnquoted(file, lines.linePos(offset), count)],
    findPosition: (pointer) => findNearestPosition(document, lines, pointer),
  };
}

/** Makes the note on schemas that have numbers or booleans instead of text. */
function noteUnquoted(
  file: string,
  { line, col: column }: { readonly line: number; readonly col: number },
  count: number,
): Problem {
  const others = count === 1 ? "" : ` (here and in ${formatCount(count - 1, "more place")})`;
  const what = `A value of enum is not in quotes, so it is read as the text that is written${others}`;
  return { code: "OPENAPI_INVALID", file, line, column, what, fix: "Write text in quotes" };
}

/** Parses a text. If that fails, parses it again with corrected indentation. */
function parseLenient(text: string, lines: LineCounter, fail: Fail): Document {
  const document = parseText(text, lines, fail);
  if (listErrors(document, text).length === 0) return document;
  const indented = indentYaml(text);
  const indentedLines = new LineCounter();
  const corrected = parseText(indented, indentedLines, fail);
  if (listErrors(corrected, indented).length > 0) return document;
  lines.lineStarts.splice(0, Infinity, ...indentedLines.lineStarts);
  return corrected;
}

/** Returns the errors of a document. A merge key may have its tag, although it is not a string then. */
function listErrors({ errors }: Document, text: string): Document["errors"] {
  return errors.filter(
    ({ code, pos }) =>
      code !== "NON_STRING_KEY" || !/^(?:!!merge|!<tag:yaml\.org,2002:merge>)?\s*<</.test(text.slice(pos[0])),
  );
}

/** Without pretty errors, which add the place to the text. */
const options = {
  stringKeys: true,
  merge: true,
  // Values of `!!binary` or `!!timestamp` are text, as in JSON.
  resolveKnownTags: false,
  logLevel: "silent",
  prettyErrors: false,
} as const;

function parseText(text: string, lines: LineCounter, fail: Fail): Document {
  try {
    return parseDocument(text, { ...options, lineCounter: lines });
  } catch (error) {
    return fail(`The description cannot be read: ${String(error)}`, "Nest it less deeply");
  }
}

function readValue(document: Document, fail: Fail): Json {
  try {
    // `readSpecText` limits the number of values.
    return document.toJS({ maxAliasCount: -1 }) as Json;
  } catch (error) {
    return fail(`The description cannot be read: ${String(error)}`, "Correct the text here");
  }
}

/** Returns the position of the value, or of its nearest ancestor that has one. */
function findNearestPosition(
  document: Document,
  lines: LineCounter,
  pointer: Pointer,
): { readonly line: number; readonly column: number } | undefined {
  for (let length = pointer.length; length > 0; length--) {
    const node: unknown = document.getIn(pointer.slice(0, length), true);
    const start = readRangeStart(node);
    if (start === undefined) continue;
    const { line, col } = lines.linePos(start);
    return { line, column: col };
  }
  return undefined;
}

function readRangeStart(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node)) return undefined;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === "number" ? range[0] : undefined;
}
