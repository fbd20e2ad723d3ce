import { posix } from "node:path";
import { Problems } from "../../kit/problem.js";
import { isJsonObject, readProperty, type Json } from "./json.js";
import { readSteps } from "./spec-node.js";
import { readSpecText, type SpecText } from "./spec-text.js";

/** Gives the text of a file that a description names; throws `Problems` for one that it may not have. */
export type OpenFile = (path: string) => Promise<string>;

/** A place in some file of a description. */
export interface FilePlace {
  readonly file: SpecText;
  readonly pointer: readonly string[];
}

const maxFiles = 10_000;
const maxCharacters = 50_000_000;

/** A description and the files that it names, and those that these name. */
export class Files {
  readonly root: SpecText;
  /** Why a reference leads nowhere, by its text. */
  readonly faults = new Map<string, { readonly what: string; readonly fix: string }>();
  readonly #files = new Map<string, SpecText>();

  private constructor(root: SpecText) {
    this.root = root;
    this.#files.set(isWeb.test(root.file) ? new URL(root.file).href : posix.normalize(root.file), root);
  }

  /** Reads all files that can be reached; what cannot be read is kept among the faults. */
  static async read(root: SpecText, open: OpenFile): Promise<Files> {
    const files = new Files(root);
    const waiting = [root];
    let left = maxCharacters;
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      for (const reference of listReferences(file.root)) {
        const path = pathOf(file, reference);
        if (path === undefined || files.#files.has(path) || files.faults.has(reference)) continue;
        try {
          const text = await open(path);
          left -= text.length;
          if (left < 0 || files.#files.size >= maxFiles)
            throw new Problems([
              {
                code: "OPENAPI_INVALID",
                what: "The files of the description are more than 50 MB",
                fix: "Split it",
              },
            ]);
          const read = await readSpecText(path, text);
          files.#files.set(path, read);
          waiting.push(read);
        } catch (error) {
          if (!(error instanceof Problems)) throw error;
          const [{ what, fix } = { what: "it cannot be read", fix: "Correct it" }] = error.list;
          files.faults.set(reference, {
            what: `The $ref ${JSON.stringify(reference)} leads nowhere: ${what}`,
            fix,
          });
        }
      }
    }
    return files;
  }

  /** The place that a reference in a file means, behind all references that are there for another; undefined if there is none. */
  find(from: SpecText, reference: string): FilePlace | undefined {
    const seen = new Set<string>();
    let place = this.#step(from, reference);
    for (;;) {
      const value = place && valueAt(place);
      const next = isJsonObject(value) && Object.keys(value).length === 1 ? value["$ref"] : undefined;
      if (!place || value === undefined || typeof next !== "string" || seen.has(keyOf(place)))
        return value === undefined ? undefined : place;
      seen.add(keyOf(place));
      place = this.#step(place.file, next) ?? place;
    }
  }

  #step(from: SpecText, reference: string): FilePlace | undefined {
    const path = pathOf(from, reference);
    const file = reference.startsWith("#") ? from : path === undefined ? undefined : this.#files.get(path);
    const pointer = readSteps(reference.slice(reference.indexOf("#") + 1));
    return file && { file, pointer: reference.includes("#") ? pointer : [] };
  }
}

/** A text that is the same for one place and no other. */
export function keyOf({ file, pointer }: FilePlace): string {
  return JSON.stringify([file.file, pointer]);
}

/** The value at a place; undefined if there is none. */
export function valueAt({ file, pointer }: FilePlace): Json | undefined {
  return pointer.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) return (value as readonly Json[])[Number(step)];
    return isJsonObject(value) ? readProperty(value, step) : undefined;
  }, file.root);
}

/** The file or the address that a reference names, as the description's own is named; undefined for one within a file. */
function pathOf({ file }: SpecText, reference: string): string | undefined {
  const [path = ""] = reference.split("#", 1);
  if (path === "") return undefined;
  const isRemote = isWeb.test(file);
  if (isRemote || isWeb.test(path)) {
    const url = URL.canParse(path, isRemote ? file : undefined)
      ? new URL(path, isRemote ? file : undefined)
      : undefined;
    return url && isWeb.test(url.href) ? url.href : undefined;
  }
  if (/^[a-z][a-z0-9+.-]+:|^\/\//i.test(path)) return undefined;
  return posix.normalize(posix.join(posix.dirname(file), decoded(path)));
}

const isWeb = /^https?:\/\//i;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The references of a file, those of examples aside: nothing is made of these, and they are most files of some descriptions. */
function listReferences(root: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const open: { readonly value: Json; readonly isMap: boolean }[] = [{ value: root, isMap: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, isMap } = next;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, part] of Object.entries(value) as [string, Json][]) {
      if (name === "$ref" && typeof part === "string") found.add(part);
      else if (isMap || !isExample(name)) open.push({ value: part, isMap: !isMap && holdsNames(name) });
    }
  }
  return found;
}

/** Below this key are values that only show what others are like. */
export function isExample(name: string): boolean {
  return name === "example" || name === "examples";
}

/** The keys of an object below this key are names that an author chose, and no words of the format. */
export function holdsNames(name: string): boolean {
  return maps.has(name);
}

const maps: ReadonlySet<string> = new Set(
  (
    "properties patternProperties $defs definitions dependentSchemas schemas paths webhooks callbacks content encoding " +
    "responses parameters headers requestBodies securitySchemes links pathItems mediaTypes"
  ).split(" "),
);
