import { Problems, type Problem } from "../../kit/problem.js";
import { scanKeys, findValueOffset } from "./json-positions.js";
import { hasChangedLiterals } from "./literal-text.js";
import { isJsonObject, type Json, type JsonObject } from "./json.js";
import type { Fail, Pointer, ParsedText } from "./parsed-text.js";
import { removeProtoKeys } from "./remove-proto-keys.js";

/** A description as read from its file. */
export interface SpecText {
  /** The path as the user wrote it. */
  readonly file: string;
  readonly root: JsonObject;
  /** The keys that were left out, and the values that are read differently than they are written. */
  readonly problems?: readonly Problem[];
  /** The references that cannot be resolved, by their text, if the description has several files. */
  readonly unresolved?: ReadonlyMap<string, { readonly what: string; readonly fix: string }>;
  /** Returns the position of a value, counted from 1. `file` is set if the value is in another file. */
  findPosition(
    pointer: Pointer,
  ): { readonly line: number; readonly column: number; readonly file?: string } | undefined;
}

const maxCharacters = 50_000_000;
const maxDepth = 200;
/** YAML aliases can turn a small file into a huge value. The largest known descriptions have a tenth of this. */
const maxValues = 3_000_000;

/**
 * Parses YAML 1.2 or JSON.
 *
 * @throws Problems for text that is neither, that repeats a key in an object, that YAML aliases make too large, or that
 *   is nested more than 200 levels deep.
 */
export async function readSpecText(file: string, rawText: string): Promise<SpecText> {
  const text = rawText.replace(/^\uFEFF/, "");
  const fail = (what: string, fix: string, line?: number, column?: number): never => {
    throw new Problems([{ code: "OPENAPI_INVALID", file, line, column, what, fix }]);
  };
  if (text.length > maxCharacters)
    fail("The description is larger than 50 MB", "Split it, or leave out examples");
  const json = parseJson(text, fail);
  const parsed = json && !hasChangedLiterals(text) ? json : await parseYaml(file, text, fail);
  const { root, findPosition } = parsed;
  if (!isJsonObject(root)) return fail("The description is not an object", "Begin it with `openapi: 3.1.0`");
  // Walking through a large description is slow, so it is searched as text first. The key may have escapes.
  const removed = /__proto__|\\[ux]/i.test(text) ? removeProtoKeys(file, parsed) : [];
  const problems = [...removed, ...(parsed.problems ?? [])];
  return { file, root, problems, findPosition };
}

/** Removes the example components, which are half of some descriptions and are not used. */
function withoutExamples(root: Json): Json {
  if (!isJsonObject(root) || !isJsonObject(root["components"])) return root;
  const { examples: _, ...components } = root["components"];
  return { ...root, components };
}

/** Parses JSON. Returns undefined for any other text. */
function parseJson(text: string, fail: Fail): ParsedText | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const findPositionAt = (offset: number): { readonly line: number; readonly column: number } => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
  };
  let root: Json;
  try {
    root = withoutExamples(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
  const { duplicate, depth } = scanKeys(text);
  if (depth > maxDepth) failTooDeep(fail);
  if (duplicate) {
    const { line, column } = findPositionAt(duplicate.offset);
    const what = `The key ${JSON.stringify(duplicate.name)} occurs twice in one object`;
    return fail(what, "Leave one of the two out", line, column);
  }
  return {
    root,
    findPosition: (pointer) =>
      pointer.length === 0 ? undefined : findPositionAt(findValueOffset(text, pointer)),
  };
}

/** Checks the number and depth of values. A YAML alias can make a value contain itself, or repeat other aliases. */
function checkSize(root: Json, fail: Fail): void {
  let values = 0;
  const visit = (value: Json, depth: number): void => {
    if (++values > maxValues)
      fail("YAML aliases make the description grow beyond 3,000,000 values", "Use $ref for what is repeated");
    if (typeof value !== "object" || value === null) return;
    if (depth > maxDepth) failTooDeep(fail);
    for (const name in value) visit((value as JsonObject)[name] ?? null, depth + 1);
  };
  visit(root, 1);
}

function failTooDeep(fail: Fail): never {
  return fail("The description contains itself or is nested too deeply", "Use $ref for what contains itself");
}

async function parseYaml(file: string, text: string, fail: Fail): Promise<ParsedText> {
  // Loaded on demand: large descriptions are JSON, and loading the library takes as long as reading a small one.
  const { readYaml } = await import("./yaml-text.js");
  const source = readYaml(file, text, fail);
  checkSize(source.root, fail);
  return source;
}
