import { Files, holdsNames, isExample, keyOf, valueAt, type FilePlace, type OpenFile } from "./files.js";
import { isJsonObject, type Json, type JsonObject } from "./json.js";
import type { SpecText } from "./spec-text.js";

/**
 * A description of several files as one: schemas of other files become
 * components, called like their place or their file, and all else
 * is copied to where it is named. Its places are those in the files.
 */
export async function joinFiles(root: SpecText, open: OpenFile): Promise<SpecText> {
  const joiner = new Joiner(await Files.read(root, open));
  return joiner.whole();
}

/** The kind of a value by its place: references between schemas become components, others are followed. */
type Kind = "any" | "schema" | "schemas" | "names" | "text";

class Joiner {
  readonly #files: Files;
  /** The components that stand for schemas of other files. */
  readonly #names = new Map<string, string>();
  readonly #added: [name: string, place: FilePlace][] = [];
  readonly #taken: Set<string>;
  /** The origins of values in the joined document, by JSON pointer. */
  readonly #origins = new Map<string, FilePlace>();
  readonly #open = new Set<string>();

  constructor(files: Files) {
    this.#files = files;
    const own = this.#ownSchemas();
    const schemas = own && valueAt(own);
    const names = Object.keys(isJsonObject(schemas) ? schemas : {});
    this.#taken = new Set(names.map((name) => name.toLowerCase()));
    for (const name of names) {
      const reference = localReference([...(own?.pointer ?? []), name]);
      const place = own && files.find(own.file, reference);
      const target = own && valueAt({ file: own.file, pointer: [...own.pointer, name] });
      // A schema that is another one of the same file leaves the place to that one.
      const isAlias = own?.file === files.root && isLocal(isJsonObject(target) ? target["$ref"] : undefined);
      if (place && place.file !== files.root && !isAlias && !this.#names.has(keyOf(place)))
        this.#names.set(keyOf(place), name);
    }
  }

  whole(): SpecText {
    const { root } = this.#files;
    const joined = this.#copy(root, root.root, "any", []) as JsonObject;
    const components = isJsonObject(joined["components"]) ? joined["components"] : {};
    const schemas = { ...(isJsonObject(components["schemas"]) ? components["schemas"] : {}) } as Record<
      string,
      Json
    >;
    for (let next = this.#added.shift(); next; next = this.#added.shift()) {
      const [name, place] = next;
      const pointer = ["components", "schemas", name];
      this.#origins.set(pointer.join("\0"), place);
      schemas[name] = this.#copy(place.file, valueAt(place) ?? {}, "schema", pointer);
    }
    const whole = { ...joined, components: { ...components, schemas } };
    return {
      file: root.file,
      root: whole,
      faults: this.#files.faults,
      findPlace: (pointer) => this.#findPlace(pointer),
    };
  }

  /** The place of the components' schemas, which may be in another file as a whole. */
  #ownSchemas(): FilePlace | undefined {
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
    if (typeof reference === "string") return this.#reference(file, object, reference, kind, pointer);
    return this.#members(file, object, kind, pointer);
  }

  #members(file: SpecText, value: JsonObject, kind: Kind, pointer: readonly string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]): [string, Json][] => {
        if (name === "mapping" && kind === "schema") return [[name, this.#mapping(file, part)]];
        const below = kindBelow(kind, name);
        if (below !== "text") return [[name, this.#copy(file, part, below, [...pointer, name])]];
        const text = withoutReferences(part, file !== this.#files.root);
        return text === undefined ? [] : [[name, text]];
      }),
    );
  }

  #reference(
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
    const beside = this.#members(file, rest, kind, pointer);
    if (place.file === root) return { ...beside, $ref: localReference(place.pointer) };
    const key = keyOf(place);
    const isOwn = this.#names.get(key) === pointer[2] && pointer.length === 3 && pointer[1] === "schemas";
    if (kind === "schema" && !isOwn)
      return { ...beside, $ref: localReference(["components", "schemas", this.#nameOf(place)]) };
    // A part of a path or of an operation that names itself would never end.
    if (this.#open.has(key)) return value;
    this.#open.add(key);
    this.#origins.set(pointer.join("\0"), place);
    const copy = this.#copy(place.file, valueAt(place) ?? null, kind, pointer);
    this.#open.delete(key);
    return isJsonObject(copy) ? { ...copy, ...beside } : copy;
  }

  #nameOf(place: FilePlace): string {
    const known = this.#names.get(keyOf(place));
    if (known !== undefined) return known;
    const base = place.file.file
      .split("/")
      .at(-1)
      ?.replace(/\.[^.]*$/, "");
    const wanted = place.pointer.at(-1) ?? base ?? "Schema";
    let name = wanted;
    for (let count = 2; this.#taken.has(name.toLowerCase()); count++) name = `${wanted}${count}`;
    this.#taken.add(name.toLowerCase());
    this.#names.set(keyOf(place), name);
    this.#added.push([name, place]);
    return name;
  }

  /** The schemas that a discriminator's values mean. */
  #mapping(file: SpecText, mapping: Json): Json {
    if (!isJsonObject(mapping)) return mapping;
    return Object.fromEntries(
      Object.entries(mapping).map(([value, target]): [string, Json] => {
        const isReference = typeof target === "string" && /[#/.]/.test(target);
        const copy = isReference ? this.#reference(file, { $ref: target }, target, "schema", []) : target;
        return [value, isJsonObject(copy) ? (copy["$ref"] ?? target) : target];
      }),
    );
  }

  #findPlace(pointer: readonly string[]): ReturnType<SpecText["findPlace"]> {
    for (let length = pointer.length; length > 0; length--) {
      const origin = this.#origins.get(pointer.slice(0, length).join("\0"));
      if (!origin) continue;
      const inFile = [...origin.pointer, ...pointer.slice(length)];
      return { ...(origin.file.findPlace(inFile) ?? { line: 1, column: 1 }), file: origin.file.file };
    }
    return this.#files.root.findPlace(pointer);
  }
}

/** An example without what is in files that are not read for it; undefined if that is all of it. */
function withoutReferences(value: Json, isElsewhere: boolean): Json | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.flatMap((item: Json) => withoutReferences(item, isElsewhere) ?? []);
  const object = value as JsonObject;
  const reference = object["$ref"];
  if (typeof reference === "string" && (isElsewhere || !isLocal(reference))) return undefined;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, part]): [string, Json][] => {
      const left = withoutReferences(part, isElsewhere);
      return left === undefined ? [] : [[name, left]];
    }),
  );
}

function kindBelow(kind: Kind, name: string): Kind {
  if (kind === "schemas") return "schema";
  if (kind === "names") return "any";
  if (isExample(name)) return "text";
  if (kind === "schema" && /^(default|enum|const|required)$/.test(name)) return "text";
  if (kind === "schema") return holdsNames(name) ? "schemas" : "schema";
  if (name === "schemas" || name === "definitions") return "schemas";
  return name === "schema" || name === "itemSchema" ? "schema" : holdsNames(name) ? "names" : "any";
}

function isLocal(reference: Json | undefined): boolean {
  return typeof reference === "string" && reference.startsWith("#");
}

function localReference(pointer: readonly string[]): string {
  return `#${pointer.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}
