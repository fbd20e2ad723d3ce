import { Problems } from "../../kit/problem.js";
import { listKeys, placeInJson } from "./json-places.js";
import { isJsonObject, type Json, type JsonObject } from "./json.js";
import type { Fail, Pointer, Source } from "./source.js";

/** A description as read from its file. */
export interface SpecText {
  /** The path as the user wrote it. */
  readonly file: string;
  readonly root: JsonObject;
  /** The problems of references that cannot be resolved, by their texts, if there are several files. */
  readonly faults?: ReadonlyMap<string, { readonly what: string; readonly fix: string }>;
  /** A place in the document, counted from 1; `file` is set if it is in another file. */
  findPlace(
    pointer: Pointer,
  ): { readonly line: number; readonly column: number; readonly file?: string } | undefined;
}

const maxCharacters = 50_000_000;
const maxDepth = 200;
/** The maximum number of values, because YAML aliases can make a small file huge. The largest descriptions have a tenth of it. */
const maxValues = 3_000_000;

/**
 * Reads YAML 1.2 or JSON. Throws `Problems` for text that is neither, that
 * names a key twice, that grows without bound through aliases or contains
 * itself, or that is nested more deeply than any description.
 */
export async function readSpecText(file: string, given: string): Promise<SpecText> {
  const text = given.replace(/^\uFEFF/, "");
  const fail = (what: string, fix: string, line?: number, column?: number): never => {
    throw new Problems([{ code: "OPENAPI_INVALID", file, line, column, what, fix }]);
  };
  if (text.length > maxCharacters)
    fail("The description is larger than 50 MB", "Split it, or leave out examples");
  const { root, findPlace } = jsonSource(text, fail) ?? (await yamlSource(file, text, fail));
  if (!isJsonObject(root)) return fail("The description is not an object", "Begin it with `openapi: 3.1.0`");
  return { file, root, findPlace };
}

/** Removes named examples, which are half of some descriptions, because they are not used. */
function withoutExamples(root: Json): Json {
  if (!isJsonObject(root) || !isJsonObject(root["components"])) return root;
  const { examples: _, ...components } = root["components"];
  return { ...root, components };
}

/** Parses JSON. Returns undefined for any other text. */
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
  const { twice, depth } = listKeys(text);
  if (depth > maxDepth) tooDeep(fail);
  if (twice) {
    const { line, column } = placeAt(twice.at);
    const what = `The key ${JSON.stringify(twice.name)} occurs twice in one object`;
    return fail(what, "Leave one of the two out", line, column);
  }
  return {
    root,
    findPlace: (pointer) => (pointer.length === 0 ? undefined : placeAt(placeInJson(text, pointer))),
  };
}

/** A value may contain itself by an alias inside of its anchor, or repeat values that repeat others. */
function checkSize(root: Json, fail: Fail): void {
  let values = 0;
  const visit = (value: Json, depth: number): void => {
    if (++values > maxValues)
      fail("YAML aliases make the description grow beyond 3,000,000 values", "Use $ref for what is repeated");
    if (typeof value !== "object" || value === null) return;
    if (depth > maxDepth) tooDeep(fail);
    for (const name in value) visit((value as JsonObject)[name] ?? null, depth + 1);
  };
  visit(root, 1);
}

function tooDeep(fail: Fail): never {
  return fail("The description contains itself or is nested too deeply", "Use $ref for what contains itself");
}

async function yamlSource(file: string, text: string, fail: Fail): Promise<Source> {
  // Loaded here: large descriptions are JSON, and the library takes as long to load as a small one to read.
  const { readYaml } = await import("./yaml-text.js");
  const source = readYaml(file, text, fail);
  checkSize(source.root, fail);
  return source;
}
