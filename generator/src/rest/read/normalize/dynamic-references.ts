import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { findValue } from "./find-value.js";
import { rewriteSchemas } from "./rewrite-schemas.js";

/** The keyword that holds the resolved target of `$dynamicRef` until it is bound. */
export const dynamicTarget = "$dynamicTarget";

/** The schemas that the names of dynamic anchors stand for. */
type Bindings = ReadonlyMap<string, Json>;

const prefix = "#/components/schemas/";

/**
 * Replaces each `$dynamicRef` by a `$ref` (JSON Schema 2020-12). A schema that references a generic one
 * and binds its dynamic anchors contains a copy of it. Generic schemas that the copy references become components, such
 * as `UserList`.
 */
export function bindDynamicReferences(root: JsonObject): JsonObject {
  if (!JSON.stringify(root).includes(`"${dynamicTarget}":`)) return root;
  const binder = new Binder(root);
  const bound = rewriteSchemas(root, (schema, pointer) => binder.bind(schema, pointer));
  return binder.addCopies(bound);
}

class Binder {
  readonly #root: JsonObject;
  readonly #schemas: JsonObject;
  /** The names of the dynamic references that can be reached from each component. */
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of copies, by what they bind and the name of the generic schema. */
  readonly #copies = new Map<string, string>();
  readonly #added: Record<string, Json> = {};

  constructor(root: JsonObject) {
    this.#root = root;
    const components = root["components"];
    const schemas = isJsonObject(components) ? components["schemas"] : undefined;
    this.#schemas = isJsonObject(schemas) ? schemas : {};
    this.#names = findDynamicNames(this.#schemas);
  }

  /** Binds the references of a schema, whose parts are bound already. */
  bind(schema: JsonObject, pointer: () => readonly string[]): JsonObject {
    const { [dynamicTarget]: target, $dynamicRef: _, ...rest } = schema;
    if (typeof target === "string")
      return isPlaceholder(findValue(this.#root, target)) ? rest : { ...rest, $ref: target };
    const { not: __, ...open } = schema;
    if (isPlaceholder(schema)) return open;
    const bindings = listBindings(schema, pointer);
    if (bindings.size === 0) return schema;
    const { $ref, $defs, allOf = [], ...own } = schema;
    const bound = (Array.isArray(allOf) ? (allOf as readonly Json[]) : []).map(
      (part) => this.#copyOf(readReference(part), bindings) ?? this.#bindReferences(part, bindings),
    );
    const generic = this.#copyOf(readReference(schema), bindings);
    const parts = generic === undefined ? bound : [...bound, generic];
    return {
      ...(this.#bindReferences(own, bindings) as JsonObject),
      ...(generic === undefined && $ref !== undefined && { $ref }),
      ...($defs !== undefined && { $defs }),
      ...(parts.length > 0 && { allOf: parts }),
    };
  }

  /** Adds the copies that are components. */
  addCopies(root: JsonObject): JsonObject {
    if (Object.keys(this.#added).length === 0) return root;
    const components = root["components"] as JsonObject;
    const schemas = { ...(components["schemas"] as JsonObject), ...this.#added };
    return { ...root, components: { ...components, schemas } };
  }

  /** Returns a copy of a generic schema with bound references. Returns undefined for other targets. */
  #copyOf(reference: string | undefined, bindings: Bindings): Json | undefined {
    if (reference === undefined || !this.#isGeneric(reference, bindings)) return undefined;
    const target = findValue(this.#root, reference);
    if (!isJsonObject(target)) return undefined;
    const { $id: _, $defs: __, $dynamicAnchor: ___, ...copy } = target;
    return this.#bindReferences(copy, bindings);
  }

  /** Whether a reference leads to a component with dynamic references that are bound. */
  #isGeneric(reference: string, bindings: Bindings): boolean {
    const names = this.#names.get(toName(reference) ?? "") ?? new Set<string>();
    return [...bindings.keys()].some((name) => names.has(name));
  }

  #bindReferences(value: Json, bindings: Bindings): Json {
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item) => this.#bindReferences(item, bindings));
    if (!isJsonObject(value)) return value;
    const bound = bindings.get(readDynamicName(value) ?? "");
    if (bound !== undefined) return bound;
    const { [dynamicTarget]: target, $dynamicRef: _, ...others } = value;
    const entries = Object.entries(others).map(([name, part]): [string, Json] => [
      name,
      name === "$ref" && typeof part === "string"
        ? this.#bindReference(part, bindings)
        : this.#bindReferences(part, bindings),
    ]);
    return { ...Object.fromEntries(entries), ...(target !== undefined && { $ref: target }) };
  }

  /** Returns the reference to the copy of a generic schema, or the same reference for other schemas. */
  #bindReference(reference: string, bindings: Bindings): string {
    if (!this.#isGeneric(reference, bindings)) return reference;
    const name = toName(reference) ?? "";
    const key = JSON.stringify([name, ...bindings]);
    const known = this.#copies.get(key) ?? this.#findFreeName(bindings, name);
    if (!this.#copies.has(key)) {
      this.#copies.set(key, known);
      this.#added[known] = {};
      this.#added[known] = this.#copyOf(reference, bindings) ?? {};
    }
    return `${prefix}${known}`;
  }

  /** Names a copy after the schema that is bound, such as `UserList`. */
  #findFreeName(bindings: Bindings, name: string): string {
    const [first = "Bound"] = [...bindings.values()].flatMap((one) => toName(readReference(one)) ?? []);
    const isTaken = (one: string): boolean =>
      Object.hasOwn(this.#schemas, one) || Object.hasOwn(this.#added, one);
    let free = `${first}${name}`;
    for (let count = 2; isTaken(free); count++) free = `${first}${name}${count}`;
    return free;
  }
}

/** Returns what a schema binds: the dynamic anchors of its `$defs`, and its own. Anchors that anything fits bind nothing. */
function listBindings(schema: JsonObject, pointer: () => readonly string[]): Bindings {
  const { $dynamicAnchor: own, $defs } = schema;
  const bindings = new Map<string, Json>();
  for (const one of isJsonObject($defs) ? Object.values($defs) : []) {
    const { $dynamicAnchor, $anchor: _, ...bound } = isJsonObject(one) ? one : {};
    if (typeof $dynamicAnchor === "string" && !isPlaceholder(one)) bindings.set($dynamicAnchor, bound);
  }
  const path = typeof own === "string" ? pointer() : [];
  if (typeof own === "string" && path.length === 3 && path[1] === "schemas")
    bindings.set(own, { $ref: `${prefix}${path[2]?.replaceAll("~", "~0").replaceAll("/", "~1")}` });
  return bindings;
}

/** Whether a schema with a dynamic anchor only waits for another one: it is empty or, as usual, `not: {}`. */
function isPlaceholder(schema: Json | undefined): boolean {
  if (!isJsonObject(schema) || schema["$dynamicAnchor"] === undefined) return false;
  const { $dynamicAnchor: _, $anchor: __, not = {}, ...others } = schema;
  return Object.keys(others).length === 0 && isJsonObject(not) && Object.keys(not).length === 0;
}

/** Returns the names of the dynamic references that can be reached from each component. */
function findDynamicNames(schemas: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const references = new Map<string, Set<string>>();
  for (const [component, schema] of Object.entries(schemas)) {
    const [own, targets] = [new Set<string>(), new Set<string>()];
    const visit = (value: Json): void => {
      if (typeof value !== "object" || value === null) return;
      const name = isJsonObject(value) ? readDynamicName(value) : undefined;
      const target = toName(readReference(value));
      if (name !== undefined) own.add(name);
      if (target !== undefined) targets.add(target);
      for (const part of Object.values(value as JsonObject)) visit(part);
    };
    visit(schema);
    names.set(component, own);
    references.set(component, targets);
  }
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [component, targets] of references) {
      const own = names.get(component) as Set<string>;
      const before = own.size;
      for (const target of targets) for (const name of names.get(target) ?? []) own.add(name);
      isChanged ||= own.size > before;
    }
  }
  return names;
}

function readDynamicName({ $dynamicRef, [dynamicTarget]: target }: JsonObject): string | undefined {
  return typeof $dynamicRef === "string" && target !== undefined
    ? $dynamicRef.slice($dynamicRef.indexOf("#") + 1)
    : undefined;
}

function readReference(value: Json | undefined): string | undefined {
  const reference = isJsonObject(value) ? value["$ref"] : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** Returns the name of the component that a reference names. */
function toName(reference: string | undefined): string | undefined {
  const name = reference?.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
  return name?.includes("/") ? undefined : name?.replaceAll("~1", "/").replaceAll("~0", "~");
}
