import type { Shape } from "../../../rest-runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import { isLimit, limitOf, notes } from "./keywords.js";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Draft = Mutable<Shape>;

const types: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "array",
  "object",
]);

/**
 * Reads schemas into shapes, and keeps those that references name. A keyword
 * that is not understood is a problem: a guard that left it out would pass
 * values that the description forbids.
 */
export class SchemaReader {
  /** Shapes by name, in the order in which they were met. */
  readonly named = new Map<string, { readonly node: SpecNode; shape: Shape }>();
  /** Formats that were met. */
  readonly formats = new Set<string>();
  readonly #isOldNull: boolean;

  /** `isOldNull` for OpenAPI 3.0, which has `nullable` and ignores what stands beside a `$ref`. */
  constructor(isOldNull: boolean) {
    this.#isOldNull = isOldNull;
  }

  /** The shape of a schema. */
  read(node: SpecNode): Shape {
    if (node.value === true) return {};
    if (typeof node.value === "boolean")
      return node.fail("The schema `false` allows nothing", "Leave it out");
    node.object();
    const draft: Draft = {};
    const target = node.target();
    if (target) {
      draft.ref = this.readNamed(target);
      if (this.#isOldNull) return draft;
    }
    for (const [keyword, value] of node.entries()) this.#keyword(draft, keyword, value, node);
    this.#allowWriteOnly(draft, node);
    return this.#isOldNull ? withNull(draft, node) : draft;
  }

  /** The name of a schema that may be referred to; it is read when it is first met. */
  readNamed(node: SpecNode): string {
    const [first, second, ...rest] = node.pointer;
    const isComponent = first === "components" && second === "schemas" && rest.length === 1;
    const name = isComponent ? (rest[0] ?? "") : node.pointer.join(".");
    if (name === "__proto__") node.fail("A schema is called __proto__", "Rename the schema");
    if (!this.named.has(name)) {
      const entry = { node, shape: {} };
      this.named.set(name, entry);
      entry.shape = this.read(node);
    }
    return name;
  }

  #keyword(draft: Draft, keyword: string, value: SpecNode, node: SpecNode): void {
    if (keyword === "format") this.formats.add(String(value.value));
    if (keyword === "$ref" || keyword === "nullable" || notes.has(keyword)) return;
    if (isLimit(keyword)) Object.assign(draft, { [keyword]: limitOf(keyword, value, node) });
    else if (keyword === "type") draft.type = typeOf(value);
    else if (keyword === "enum") draft.enum = value.items().map((item) => item.value);
    else if (keyword === "const") draft.enum = [value.value];
    else if (keyword === "pattern") draft.pattern = patternOf(value);
    else if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum")
      exclude(draft, keyword, value, node);
    else if (keyword === "required")
      draft.required = value.items().map((item) => propertyName(item, String(item.value)));
    else if (keyword === "properties") draft.properties = this.#properties(value);
    else if (keyword === "additionalProperties") this.#additional(draft, value);
    else if (keyword === "items") draft.items = this.read(value);
    else if (keyword === "allOf" || keyword === "anyOf" || keyword === "oneOf")
      draft[keyword] = this.#parts(value);
    else if (!(keyword.startsWith("unevaluated") && value.value === true)) {
      node.fail(
        `The schema keyword ${JSON.stringify(keyword)} is not understood`,
        "Express it with other keywords, or remove it where the answer need not be checked for it",
      );
    }
  }

  #properties(node: SpecNode): Record<string, Shape> {
    // An extension looks like any other property here.
    const names = Object.keys(node.object());
    return Object.fromEntries(
      names.map((name) => {
        const property = node.get(name) ?? node;
        return [propertyName(property, name), this.read(property)];
      }),
    );
  }

  #additional(draft: Draft, node: SpecNode): void {
    if (node.value === false) draft.additionalProperties = false;
    else if (node.value !== true) {
      const shape = this.read(node);
      if (Object.keys(shape).length > 0) draft.additionalProperties = shape;
    }
  }

  #parts(node: SpecNode): Shape[] {
    const parts = node.items().map((part) => this.read(part));
    return parts.length > 0 ? parts : node.fail("There is nothing to combine", "Write a list of schemas");
  }

  /** What is only ever sent is missing from answers, required or not. */
  #allowWriteOnly(draft: Draft, node: SpecNode): void {
    const properties = node.get("properties");
    const isSentOnly = (name: string): boolean =>
      properties?.get(name)?.resolved().isTrue("writeOnly") === true;
    const required = draft.required?.filter((name) => !isSentOnly(name));
    if (required && required.length > 0) draft.required = required;
    else delete draft.required;
  }
}

function typeOf(node: SpecNode): string | readonly string[] {
  const list = Array.isArray(node.value) ? node.items() : [node];
  const names = list.map((item) => {
    const name = String(item.value);
    return types.has(name)
      ? name
      : item.fail(
          `The type ${JSON.stringify(item.value)} does not exist`,
          `Use one of ${[...types].join(", ")}`,
        );
  });
  const [only] = names;
  if (only === undefined) return node.fail("The list of types is empty", "Name at least one");
  return names.length === 1 ? only : names;
}

function patternOf(node: SpecNode): string {
  const pattern = String(node.value);
  try {
    RegExp(pattern, "u");
    return pattern;
  } catch {
    return node.fail("The pattern is not a regular expression of ECMAScript", "Correct it");
  }
}

/** A number since JSON Schema of 2019; before, `true` beside a `minimum`. */
function exclude(
  draft: Draft,
  keyword: "exclusiveMinimum" | "exclusiveMaximum",
  value: SpecNode,
  node: SpecNode,
): void {
  const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  if (typeof value.value === "number") draft[keyword] = value.value;
  else if (value.value === true) {
    const limit = node.get(bound)?.value;
    if (typeof limit !== "number") node.fail(`${keyword} stands without ${bound}`, `Give a ${bound}`);
    draft[keyword] = Number(limit);
  } else if (value.value !== false) value.fail(`${keyword} is not a number`, "Give a number");
}

function propertyName(node: SpecNode, name: string): string {
  return name === "__proto__"
    ? node.fail(
        "A property is called __proto__, which object literals cannot have",
        "Leave it out of the description; it is kept all the same",
      )
    : name;
}

/** `nullable` of OpenAPI 3.0, wherever it stands: people write it beside `allOf` and mean it. */
function withNull(draft: Draft, node: SpecNode): Shape {
  if (!node.isTrue("nullable")) return draft;
  const { type } = draft;
  const isPlain = type !== undefined && draft.enum === undefined;
  return isPlain ? { ...draft, type: [type].flat().concat("null") } : { anyOf: [{ type: "null" }, draft] };
}
