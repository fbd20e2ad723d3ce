/** Reads YAML, of which JSON is a part, as JSON whose parts have lines. */
import type { JsonValue } from "@bufbuild/protobuf";
import type { Document, Node, Pair } from "yaml";
import type { JsonPath } from "../messages/read-json.js";
import { errorText } from "../text/error-text.js";

/** A document of YAML. */
export interface YamlDocument {
  /** Its value. Integers that a number cannot hold are strings, which proto3 JSON accepts. */
  readonly value: JsonValue;
  /** Returns the line, from 1, of the value at a path, or of the closest part around it. */
  readonly lineOf: (path: JsonPath) => number;
}

/** The most levels of a document. More would exceed the stack, and anchors can make endless ones. */
const maxDepth = 100;

/**
 * Reads the documents of a text.
 *
 * @throws an error that names the document, and the line if the text is not YAML
 */
export async function readYaml(text: string): Promise<readonly YamlDocument[]> {
  const { LineCounter, parseAllDocuments } = await import("yaml");
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { schema: "core", intAsBigInt: true, lineCounter });
  if ("empty" in documents) return [];
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  return documents.map((document, index) => {
    try {
      const [problem] = [...document.errors, ...document.warnings];
      if (problem !== undefined) throw problem;
      const value = toJson(document.toJS({ maxAliasCount: 10 }));
      return { value, lineOf: (path) => lineAt(findOffset(document, path)) };
    } catch (error) {
      // Further lines of the message show the line of the text.
      const text = errorText(error).replace(/:?\n.*$/s, "");
      throw new Error(`document ${index + 1}: ${text}`, { cause: error });
    }
  });
}

/**
 * Reads a text of one document, or of none.
 *
 * @throws an error that says what is wrong
 */
export async function readOneYaml(text: string): Promise<JsonValue> {
  const documents = await readYaml(text);
  if (documents.length > 1) throw new Error("there are several documents; write one, without ---");
  return documents[0]?.value ?? null;
}

function toJson(value: unknown, depth = 0): JsonValue {
  if (depth > maxDepth) throw new Error(`it has more than ${maxDepth} levels`);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map((one) => toJson(one, depth + 1));
  if (typeof value !== "object" || value === null) return value as JsonValue;
  if (Object.getPrototypeOf(value) !== Object.prototype)
    throw new Error(
      `a tag makes a value of the type ${value instanceof Uint8Array ? "bytes" : value.constructor.name}, which JSON does not have; write it as text`,
    );
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toJson(one, depth + 1)]));
}

/** Returns the offset of the value at a path, or of the last part of the path that is there. */
function findOffset(document: Document.Parsed, path: JsonPath): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    const items = resolve(document, node);
    const found =
      typeof step === "number" ? items[step] : items.find((one) => isPair(one) && String(one.key) === step);
    if (found === undefined) break;
    const start = isPair(found) ? found.key : found;
    offset = (start as Node | null)?.range?.[0] ?? offset;
    node = isPair(found) ? found.value : found;
  }
  return offset;
}

/** Returns the items of a map or a list, also of one that an alias stands for. */
function resolve(document: Document.Parsed, node: unknown): readonly unknown[] {
  if (typeof node !== "object" || node === null) return [];
  if ("source" in node && "resolve" in node && typeof node.resolve === "function")
    return resolve(document, (node.resolve as (document: Document.Parsed) => unknown).call(node, document));
  return "items" in node && Array.isArray(node.items) ? (node.items as unknown[]) : [];
}

function isPair(item: unknown): item is Pair {
  return typeof item === "object" && item !== null && "key" in item;
}
