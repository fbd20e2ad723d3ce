import { LineCounter, parseDocument, type Document } from "yaml";
import { Problems } from "../../kit/problem.js";
import type { Json } from "./json.js";
import type { Fail, Pointer, Source } from "./source.js";

/** Reads YAML 1.2; all faults of the text at once. */
export function readYaml(file: string, text: string, fail: Fail): Source {
  const lines = new LineCounter();
  const document = parsed(text, lines, fail);
  const problems = document.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    const what = `This is neither YAML nor JSON: ${error.message}`;
    return { code: "OPENAPI_INVALID" as const, file, line, column: col, what, fix: "Correct the text here" };
  });
  if (problems.length > 0) throw new Problems(problems);
  return { root: readValue(document, fail), findPlace: (pointer) => placeIn(document, lines, pointer) };
}

/** Without pretty errors, which add the place to the text. */
const options = { stringKeys: true, merge: true, logLevel: "silent", prettyErrors: false } as const;

function parsed(text: string, lines: LineCounter, fail: Fail): Document {
  try {
    return parseDocument(text, { ...options, lineCounter: lines });
  } catch (error) {
    return fail(`The description cannot be read: ${String(error)}`, "Nest it less deeply");
  }
}

function readValue(document: Document, fail: Fail): Json {
  try {
    // What aliases make of it is counted by whoever asks.
    return document.toJS({ maxAliasCount: -1 }) as Json;
  } catch (error) {
    return fail(`The description cannot be read: ${String(error)}`, "Correct the text here");
  }
}

/** The place of the nearest thing on the way that has one. */
function placeIn(
  document: Document,
  lines: LineCounter,
  pointer: Pointer,
): { readonly line: number; readonly column: number } | undefined {
  for (let length = pointer.length; length > 0; length--) {
    const node: unknown = document.getIn(pointer.slice(0, length), true);
    const start = rangeStart(node);
    if (start === undefined) continue;
    const { line, col } = lines.linePos(start);
    return { line, column: col };
  }
  return undefined;
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node)) return undefined;
  const { range } = node;
  return Array.isArray(range) && typeof range[0] === "number" ? range[0] : undefined;
}
