import { posix } from "node:path";
import { Problems, type Problem } from "../../kit/problem.js";
import { isJsonObject, readProperty, type Json } from "./json.js";
import { parsePointer } from "./spec-node.js";
import { readSpecText, type SpecText } from "./spec-text.js";

/** Returns the text of a file that the file `from` references. Throws `Problems` if the file may not be read. */
export type OpenFile = (path: string, from: string) => Promise<string>;

/** A value in one of the files of a description. */
export interface FilePointer {
  readonly file: SpecText;
  readonly pointer: readonly string[];
}

const maxFiles = 10_000;
const maxCharacters = 50_000_000;

/** A description and all files that it references, directly or through other files. */
export class DescriptionFiles {
  readonly root: SpecText;
  /** The references that cannot be resolved, by their text, with the reason. */
  readonly unresolved = new Map<string, { readonly what: string; readonly fix: string }>();
  readonly #files = new Map<string, SpecText>();

  private constructor(root: SpecText) {
    this.root = root;
    this.#files.set(httpUrl.test(root.file) ? new URL(root.file).href : posix.normalize(root.file), root);
  }

  /** Reads all referenced files. Files that cannot be read are recorded in `unresolved`. */
  static async read(root: SpecText, open: OpenFile): Promise<DescriptionFiles> {
    const files = new DescriptionFiles(root);
    const pending = [root];
    let remainingCharacters = maxCharacters;
    for (let file = pending.pop(); file; file = pending.pop()) {
      for (const reference of listReferences(file.root)) {
        const path = resolvePath(file, reference);
        if (path === undefined || files.#files.has(path) || files.unresolved.has(reference)) continue;
        try {
          const text = await open(path, file.file);
          remainingCharacters -= text.length;
          if (remainingCharacters < 0 || files.#files.size >= maxFiles)
            throw new Problems([
              {
                code: "OPENAPI_INVALID",
                what: "The files of the description are more than 50 MB",
                fix: "Split it",
              },
            ]);
          const read = await readSpecText(path, text);
          files.#files.set(path, read);
          pending.push(read);
        } catch (error) {
          if (!(error instanceof Problems)) throw error;
          const [{ what, fix } = { what: "it cannot be read", fix: "Correct it" }] = error.list;
          files.unresolved.set(reference, {
            what: `The $ref ${JSON.stringify(reference)} cannot be resolved: ${what}`,
            fix,
          });
        }
      }
    }
    return files;
  }

  /** The problems of all files. */
  get problems(): readonly Problem[] {
    return [...this.#files.values()].flatMap(({ problems = [] }) => problems);
  }

  /** Resolves a reference in a file, and the references that it leads to. Returns undefined if there is no such value. */
  find(from: SpecText, reference: string): FilePointer | undefined {
    const seen = new Set<string>();
    let place = this.#resolveReference(from, reference);
    for (;;) {
      const value = place && readValue(place);
      const next = isJsonObject(value) && Object.keys(value).length === 1 ? value["$ref"] : undefined;
      if (!place || value === undefined || typeof next !== "string" || seen.has(formatFilePointer(place)))
        return value === undefined ? undefined : place;
      seen.add(formatFilePointer(place));
      place = this.#resolveReference(place.file, next) ?? place;
    }
  }

  #resolveReference(from: SpecText, reference: string): FilePointer | undefined {
    const path = resolvePath(from, reference);
    const file = reference.startsWith("#") ? from : path === undefined ? undefined : this.#files.get(path);
    const pointer = parsePointer(reference.slice(reference.indexOf("#") + 1));
    return file && { file, pointer: reference.includes("#") ? pointer : [] };
  }
}

/** Returns a unique key for a value in a file. */
export function formatFilePointer({ file, pointer }: FilePointer): string {
  return JSON.stringify([file.file, pointer]);
}

/** Returns the value that a pointer leads to, or undefined if there is none. */
export function readValue({ file, pointer }: FilePointer): Json | undefined {
  return pointer.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return (value as readonly Json[])[Number(step)];
    return isJsonObject(value) ? readProperty(value, step) : undefined;
  }, file.root);
}

/** Resolves the path or URL of a reference against that of its file. Returns undefined for references within the file. */
function resolvePath({ file }: SpecText, reference: string): string | undefined {
  const [path = ""] = reference.split("#", 1);
  if (path === "") return undefined;
  const isRemote = httpUrl.test(file);
  if (isRemote || httpUrl.test(path)) {
    const url = URL.canParse(path, isRemote ? file : undefined)
      ? new URL(path, isRemote ? file : undefined)
      : undefined;
    return url && httpUrl.test(url.href) ? url.href : undefined;
  }
  if (/^[a-z][a-z0-9+.-]+:|^\/\//i.test(path)) return undefined;
  return posix.normalize(posix.join(posix.dirname(file), decodePath(path)));
}

const httpUrl = /^https?:\/\//i;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Lists the references in a file, without those in examples: no code is generated from these, and they can be most files. */
function listReferences(root: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const open: { readonly value: Json; readonly isMap: boolean }[] = [{ value: root, isMap: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, isMap } = next;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, part] of Object.entries(value) as [string, Json][]) {
      if (name === "$ref" && typeof part === "string") found.add(part);
      else if (isMap || !isExampleKeyword(name))
        open.push({ value: part, isMap: !isMap && isMapKeyword(name) });
    }
  }
  return found;
}

/** Whether the value of a keyword is an example. */
export function isExampleKeyword(name: string): boolean {
  return name === "example" || name === "examples";
}

/** Whether the value of a keyword is a map, whose keys are the author's names rather than keywords. */
export function isMapKeyword(name: string): boolean {
  return mapKeywords.has(name);
}

const mapKeywords: ReadonlySet<string> = new Set(
  (
    "properties patternProperties $defs definitions dependentSchemas schemas paths webhooks callbacks content encoding " +
    "responses parameters headers requestBodies securitySchemes links pathItems mediaTypes"
  ).split(" "),
);
