import { LineCounter, parseDocument, type Document, type YAMLError } from "yaml";
import { Problems } from "../../problem.js";
import { placeInJson, repeatedKey } from "./json-places.js";
import { isJsonObject, type Json, type JsonObject } from "./json.js";

/** A place in a description: the names and indexes that lead to it. */
export type Pointer = readonly string[];

/** A description as read from its file. */
export interface SpecText {
  /** As the user named it. */
  readonly file: string;
  readonly root: JsonObject;
  /** Where something stands in the file, counted from 1. */
  placeOf(pointer: Pointer): { readonly line: number; readonly column: number } | undefined;
}

/** Aliases make a small file a huge value; descriptions have use for a few. */
const mostAliases = 100;
const mostCharacters = 50_000_000;
const deepest = 200;

/**
 * Reads YAML 1.2 or JSON. Throws `Problems` for text that is neither, that
 * names a key twice, that grows without bound through aliases or contains
 * itself, or that is nested more deeply than any description.
 */
export function readSpecText(file: string, given: string): SpecText {
  const text = given.replace(/^\uFEFF/, "");
  const fail = (what: string, fix: string, line?: number, column?: number): never => {
    throw new Problems([{ file, line, column, what, fix }]);
  };
  if (text.length > mostCharacters)
    fail("The description is larger than 50 MB", "Split it, or leave out examples");
  const { root, placeOf } = jsonSource(text, fail) ?? yamlSource(file, text, fail);
  checkDepth(root, fail);
  if (!isJsonObject(root)) return fail("The description is not an object", "Begin it with `openapi: 3.1.0`");
  return { file, root, placeOf };
}

/** Examples that have names are half of some descriptions, and nothing is made of them. */
function withoutExamples(root: Json): Json {
  if (!isJsonObject(root) || !isJsonObject(root["components"])) return root;
  const { examples: _, ...components } = root["components"];
  return { ...root, components };
}

interface Source {
  readonly root: Json;
  readonly placeOf: SpecText["placeOf"];
}

/** Text of JSON; undefined for anything else. */
function jsonSource(text: string, fail: Fail): Source | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const placeAt = (offset: number): { readonly line: number; readonly column: number } => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
  };
  let root: Json;
  try {
    root = withoutExamples(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
  const twice = repeatedKey(text);
  if (twice) {
    const { line, column } = placeAt(twice.at);
    const what = `The key ${JSON.stringify(twice.name)} stands twice in one object`;
    return fail(what, "Leave one of the two out", line, column);
  }
  return {
    root,
    placeOf: (pointer) => (pointer.length === 0 ? undefined : placeAt(placeInJson(text, pointer))),
  };
}

function yamlSource(file: string, text: string, fail: Fail): Source {
  const lines = new LineCounter();
  const document = parsed(text, lines, fail);
  const problems = document.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    const what = `This is neither YAML nor JSON: ${firstSentence(error)}`;
    return { file, line, column: col, what, fix: "Correct the text here" };
  });
  if (problems.length > 0) throw new Problems(problems);
  return { root: valueOf(document, fail), placeOf: (pointer) => placeIn(document, lines, pointer) };
}

type Fail = (what: string, fix: string, line?: number, column?: number) => never;

function parsed(text: string, lines: LineCounter, fail: Fail): Document {
  try {
    return parseDocument(text, { lineCounter: lines, stringKeys: true, merge: true, logLevel: "silent" });
  } catch (error) {
    return fail(`The description cannot be read: ${String(error)}`, "Nest it less deeply");
  }
}

function valueOf(document: Document, fail: Fail): Json {
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as Json;
  } catch (error) {
    return fail(
      `The description cannot be read: ${String(error)}`,
      "Write it with fewer YAML aliases, or with $ref",
    );
  }
}

/** An alias may stand inside its own anchor, and a value then in itself. */
function checkDepth(value: Json, fail: Fail, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > deepest) {
    fail("The description contains itself or is nested too deeply", "Use $ref for what contains itself");
  }
  for (const name in value) checkDepth((value as JsonObject)[name] ?? null, fail, depth + 1);
}

function firstSentence({ message }: YAMLError): string {
  return (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
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
