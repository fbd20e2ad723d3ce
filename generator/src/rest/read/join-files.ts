import {
  DescriptionFiles,
  isMapKeyword,
  isExampleKeyword,
  formatFilePointer,
  readValue,
  type FilePointer,
  type OpenFile,
} from "./description-files.js";
import { isJsonObject, type Json, type JsonObject } from "./json.js";
import type { SpecText } from "./spec-text.js";

/**
 * Joins the files of a description into one document. Schemas of other files become components, which are named after
 * their pointer or file. Everything else is copied to where it is referenced. Positions are those in the files.
 */
export async function joinFiles(root: SpecText, open: OpenFile): Promise<SpecText> {
  const joiner = new Joiner(await DescriptionFiles.read(root, open));
  return joiner.join();
}

/** The kind of a value. References to schemas become references to components; others are replaced by their target. */
type Kind = "any" | "schema" | "schemas" | "names" | "text";

class Joiner {
  readonly #files: DescriptionFiles;
  /** The names of components that were schemas of other files, by file and pointer. */
  readonly #componentNames = new Map<string, string>();
  readonly #addedSchemas: [name: string, place: FilePointer][] = [];
  readonly #takenNames: Set<string>;
  /** The origins of values in the joined document, by JSON pointer. */
  readonly #origins = new Map<string, FilePointer>();
  readonly #active = new Set<string>();

  constructor(files: DescriptionFiles) {
    this.#files = files;
    const own = this.#findRootSchemas();
    const schemas = own && readValue(own);
    const names = Object.keys(isJsonObject(schemas) ? schemas : {});
    this.#takenNames = new Set(names.map((name) => name.toLowerCase()));
    for (const name of names) {
      const reference = formatLocalReference([...(own?.pointer ?? []), name]);
      const place = own && files.find(own.file, reference);
      const target = own && readValue({ file: own.file, pointer: [...own.pointer, name] });
      // A schema that only references another of the root file does not name the target.
      const isAlias = own?.file === files.root && isLocal(isJsonObject(target) ? target["$ref"] : undefined);
      if (
        place &&
        place.file !== files.root &&
        !isAlias &&
        !this.#componentNames.has(formatFilePointer(place))
      )
        this.#componentNames.set(formatFilePointer(place), name);
    }
  }

  join(): SpecText {
    const { root } = this.#files;
    const joined = this.#copy(root, root.root, "any", []) as JsonObject;
    const components = isJsonObject(joined["components"]) ? joined["components"] : {};
    const schemas = { ...(isJsonObject(components["schemas"]) ? components["schemas"] : {}) } as Record<
      string,
      Json
    >;
    for (let next = this.#addedSchemas.shift(); next; next = this.#addedSchemas.shift()) {
      const [name, place] = next;
      const pointer = ["components", "schemas", name];
      this.#origins.set(pointer.join("\0"), place);
      schemas[name] = this.#copy(place.file, readValue(place) ?? {}, "schema", pointer);
    }
    const whole = { ...joined, components: { ...components, schemas } };
    return {
      file: root.file,
      root: whole,
      problems: this.#files.problems,
      unresolved: this.#files.unresolved,
      findPosition: (pointer) => this.#findPlace(pointer),
    };
  }

  /** Returns the schemas of the root document, which may be in another file. */
  #findRootSchemas(): FilePointer | undefined {
    return this.#files.find(this.#files.root, "#/components/schemas");
  }

  #copy(file: SpecText, value: Json, kind: Kind, pointer: readonly string[]): Json {
    if (kind === "text" || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const below = kind === "names" ? "any" : kind;
      return value.map((item: Json, index) => this.#copy(file, item, below, [...pointer, String(index)]));
    }
    const object = value as JsonObject;
    const reference = object["$ref"];
    if (typeof reference === "string") return this.#copyReference(file, object, reference, kind, pointer);
    return this.#copyMembers(file, object, kind, pointer);
  }

  #copyMembers(file: SpecText, value: JsonObject, kind: Kind, pointer: readonly string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]): [string, Json][] => {
        if (name === "mapping" && kind === "schema") return [[name, this.#copyMapping(file, part)]];
        const below = findChildKind(kind, name);
        if (below !== "text") return [[name, this.#copy(file, part, below, [...pointer, name])]];
        const text = removeReferences(part, file !== this.#files.root);
        return text === undefined ? [] : [[name, text]];
      }),
    );
  }

  #copyReference(
    file: SpecText,
    value: JsonObject,
    reference: string,
    kind: Kind,
    pointer: readonly string[],
  ): Json {
    const { root } = this.#files;
    if (file === root && reference.startsWith("#")) return value;
    const place = this.#files.find(file, reference);
    if (!place) return value;
    const { $ref: _, ...rest } = value;
    const beside = this.#copyMembers(file, rest, kind, pointer);
    if (place.file === root) return { ...beside, $ref: formatLocalReference(place.pointer) };
    const key = formatFilePointer(place);
    const isOwn =
      this.#componentNames.get(key) === pointer[2] && pointer.length === 3 && pointer[1] === "schemas";
    if (kind === "schema" && !isOwn)
      return { ...beside, $ref: formatLocalReference(["components", "schemas", this.#nameComponent(place)]) };
    // A path item or operation that references itself would never end.
    if (this.#active.has(key)) return value;
    this.#active.add(key);
    this.#origins.set(pointer.join("\0"), place);
    const copy = this.#copy(place.file, readValue(place) ?? null, kind, pointer);
    this.#active.delete(key);
    return isJsonObject(copy) ? { ...copy, ...beside } : copy;
  }

  #nameComponent(place: FilePointer): string {
    const known = this.#componentNames.get(formatFilePointer(place));
    if (known !== undefined) return known;
    const base = place.file.file
      .split("/")
      .at(-1)
      ?.replace(/\.[^.]*$/, "");
    const wanted = place.pointer.at(-1) ?? base ?? "Schema";
    let name = wanted;
    for (let count = 2; this.#takenNames.has(name.toLowerCase()); count++) name = `${wanted}${count}`;
    this.#takenNames.add(name.toLowerCase());
    this.#componentNames.set(formatFilePointer(place), name);
    this.#addedSchemas.push([name, place]);
    return name;
  }

  /** Copies the `mapping` of a discriminator. */
  #copyMapping(file: SpecText, mapping: Json): Json {
    if (!isJsonObject(mapping)) return mapping;
    return Object.fromEntries(
      Object.entries(mapping).map(([value, target]): [string, Json] => {
        const isReference = typeof target === "string" && /[#/.]/.test(target);
        const copy = isReference ? this.#copyReference(file, { $ref: target }, target, "schema", []) : target;
        return [value, isJsonObject(copy) ? (copy["$ref"] ?? target) : target];
      }),
    );
  }

  #findPlace(pointer: readonly string[]): ReturnType<SpecText["findPosition"]> {
    for (let length = pointer.length; length > 0; length--) {
      const origin = this.#origins.get(pointer.slice(0, length).join("\0"));
      if (!origin) continue;
      const inFile = [...origin.pointer, ...pointer.slice(length)];
      return { ...(origin.file.findPosition(inFile) ?? { line: 1, column: 1 }), file: origin.file.file };
    }
    return this.#files.root.findPosition(pointer);
  }
}

/** Removes references to other files from an example. Returns undefined if nothing is left. */
function removeReferences(value: Json, isElsewhere: boolean): Json | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.flatMap((item: Json) => removeReferences(item, isElsewhere) ?? []);
  const object = value as JsonObject;
  const reference = object["$ref"];
  if (typeof reference === "string" && (isElsewhere || !isLocal(reference))) return undefined;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, part]): [string, Json][] => {
      const left = removeReferences(part, isElsewhere);
      return left === undefined ? [] : [[name, left]];
    }),
  );
}

function findChildKind(kind: Kind, name: string): Kind {
  if (kind === "schemas") return "schema";
  if (kind === "names") return "any";
  if (isExampleKeyword(name)) return "text";
  if (kind === "schema" && /^(default|enum|const|required)$/.test(name)) return "text";
  if (kind === "schema") return isMapKeyword(name) ? "schemas" : "schema";
  if (name === "schemas" || name === "definitions") return "schemas";
  return name === "schema" || name === "itemSchema" ? "schema" : isMapKeyword(name) ? "names" : "any";
}

function isLocal(reference: Json | undefined): boolean {
  return typeof reference === "string" && reference.startsWith("#");
}

function formatLocalReference(pointer: readonly string[]): string {
  return `#${pointer.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}
