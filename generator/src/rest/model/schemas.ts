import type { Shape } from "../runtime/shape.js";
import { catchProblems } from "../read/findings.js";
import type { Json } from "../read/json.js";
import type { SpecNode } from "../read/spec-node.js";
import { findMark } from "./discriminators.js";
import { isHidden } from "./schema-facts.js";
import type { TypeSource } from "./type-source.js";
import { dropWeaker, exclude, setLimit, type Draft } from "./bounds.js";
import { isLimit, notes, readType } from "./keywords.js";
import { setPattern } from "./patterns.js";
import { setForm, type ValueForms } from "./value-forms.js";

/** Keywords that do not restrict values, or that are read elsewhere. */
const isNote = (keyword: string): boolean =>
  keyword.startsWith("x-") || keyword === "$ref" || keyword === "nullable" || notes.has(keyword);

/** `a[0]=1`, `a[]=1` or `a=1`, for each item of a list that `deepObject` writes. */
export type DeepLists = "indices" | "brackets" | "repeated";

/** Choices that a description does not make. */
export interface SchemaOptions extends ValueForms {
  /** How lists below bracketed names are written. Default: by indices. */
  readonly deepLists?: DeepLists | undefined;
}

/** Maximum depth of nested schemas. */
const deepest = 100;

/** A schema that references name. */
export interface Named {
  readonly node: SpecNode;
  shape: Shape;
}

/**
 * Reads schemas into shapes, and keeps those that references name. Unknown keywords are reported and not checked, so a guard accepts more than the document allows.
 */
export class SchemaReader {
  /** Shapes by name, in the order in which they were met. */
  readonly named = new Map<string, Named>();
  /** Formats that were met. */
  readonly formats = new Set<string>();
  readonly #unusable = new Set<unknown>();
  readonly #shapes = new Map<unknown, Shape>();
  readonly #types = new Map<string, Map<unknown, TypeSource>>();
  readonly #isOldNull: boolean;
  readonly #waiting: Named[] = [];
  #depth = 0;

  /** How lists below bracketed names are serialized. */
  readonly deepLists: DeepLists;
  readonly forms: ValueForms;

  /** `isOldNull` selects OpenAPI 3.0, which has `nullable` and ignores the siblings of a `$ref`. */
  constructor(isOldNull: boolean, { deepLists = "indices", ...forms }: SchemaOptions = {}) {
    this.#isOldNull = isOldNull;
    this.deepLists = deepLists;
    this.forms = forms;
  }

  /** The shape of a schema; of one that cannot be understood, a shape that allows anything. */
  read(node: SpecNode): Shape {
    // One parameter or response may serve a thousand operations.
    const known = this.#shapes.get(node.value);
    if (known) return known;
    const shape = catchProblems(
      () => this.#read(node),
      (problems) => {
        node.addFindings(problems);
        this.drop(node);
        return {};
      },
    );
    this.#shapes.set(node.value, shape);
    return shape;
  }

  /** Types that have been read of this description's schemas for some use, by schema. */
  typesFor(use: string): Map<unknown, TypeSource> {
    const known = this.#types.get(use) ?? new Map<unknown, TypeSource>();
    this.#types.set(use, known);
    return known;
  }

  /** The schema could be read, so that it has a type. */
  isUsable(node: SpecNode): boolean {
    return !this.#unusable.has(node.value);
  }

  /** Takes a schema for one that says nothing. */
  drop(node: SpecNode): void {
    this.#unusable.add(node.value);
  }

  /** The name of a schema that may be referred to; it is read when it is first met. */
  readNamed(node: SpecNode): string {
    const name = this.findName(node);
    if (name === "__proto__") node.fail("A schema is called __proto__", "Rename the schema");
    if (!this.named.has(name)) {
      const entry = { node, shape: {} };
      this.named.set(name, entry);
      this.#waiting.push(entry);
      if (this.#depth < deepest) this.#readWaiting();
    }
    return name;
  }

  /** Each schema that names another is read within it, down to some depth: a chain of references may be of any length. */
  #readWaiting(): void {
    this.#depth++;
    for (let entry = this.#waiting.pop(); entry; entry = this.#waiting.pop()) {
      entry.shape = this.read(entry.node);
    }
    this.#depth--;
  }

  /** The name of a schema: of a component, or of its place. */
  findName(node: SpecNode): string {
    return isComponent(node) ? (node.pointer[2] ?? "") : node.pointer.join(".");
  }

  #read(node: SpecNode): Shape {
    if (node.value === true) return {};
    if (typeof node.value === "boolean")
      return node.fail("The schema `false` allows nothing", "Leave it out");
    node.readObject();
    const draft: Draft = {};
    const target = node.findTarget();
    if (target) {
      draft.ref = this.readNamed(target);
      if (this.#isOldNull) return draft;
    }
    const format = node.getValue("format");
    if (format !== undefined) this.formats.add(String(format));
    for (const keyword of Object.keys(node.readObject())) {
      if (isNote(keyword)) continue;
      const value = node.get(keyword);
      if (value) this.#keyword(draft, keyword, value, node);
    }
    this.#allowWriteOnly(draft, node);
    if (format !== undefined) setForm(draft, node, this.forms);
    dropWeaker(draft);
    return this.#isOldNull ? withNull(draft, node) : draft;
  }

  #keyword(draft: Draft, keyword: string, value: SpecNode, node: SpecNode): void {
    if (isLimit(keyword)) setLimit(draft, keyword, value, node);
    else if (keyword === "type") draft.type = readType(value);
    else if (keyword === "enum") draft.enum = readValues(value);
    else if (keyword === "const") draft.enum = [plainValue(value)];
    else if (keyword === "pattern") setPattern(draft, value);
    else if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum")
      exclude(draft, keyword, value, node);
    else if (keyword === "required")
      draft.required = value.items().map((item) => propertyName(item, String(item.value)));
    else if (keyword === "properties") draft.properties = this.#properties(value);
    else if (keyword === "additionalProperties") this.#additional(draft, value, node);
    else if (keyword === "items") {
      // Items behind a tuple are others than those of the whole list.
      if (!node.get("prefixItems") && !Array.isArray(value.value)) draft.items = this.read(value);
    } else if (keyword === "allOf" || keyword === "anyOf" || keyword === "oneOf")
      this.#combine(draft, keyword, value, node);
    else if (!(keyword.startsWith("unevaluated") && value.value === true)) {
      node.warn(
        `The schema keyword ${JSON.stringify(keyword)} is not understood, so answers are not checked for it`,
        "Express it with other keywords, or leave it",
        `keyword ${keyword}`,
      );
    }
  }

  #properties(node: SpecNode): Record<string, Shape> {
    // An extension looks like any other property here.
    const names = Object.keys(node.readObject());
    return Object.fromEntries(
      names.map((name) => {
        const property = node.get(name) ?? node;
        return [propertyName(property, name), this.read(property)];
      }),
    );
  }

  #additional(draft: Draft, node: SpecNode, schema: SpecNode): void {
    // Properties that a pattern names are none of the others.
    if (schema.get("patternProperties")) return;
    if (node.value === false) draft.additionalProperties = false;
    else if (node.value !== true) {
      const shape = this.read(node);
      if (Object.keys(shape).length > 0) draft.additionalProperties = shape;
    }
  }

  #combine(draft: Draft, keyword: "allOf" | "anyOf" | "oneOf", value: SpecNode, node: SpecNode): void {
    const parts = this.#parts(value, keyword === "allOf" ? undefined : node);
    const has = (type: string): boolean => parts.some((part) => [part.type].flat().includes(type));
    // The digits of a number are text as well, so that no value is one of the two alone.
    const isEither = keyword === "oneOf" && has("digits") && has("string");
    draft[isEither && !draft.anyOf ? "anyOf" : keyword] = parts;
  }

  /** The parts of a combination; `schema` where a discriminator may tell them apart. */
  #parts(node: SpecNode, schema: SpecNode | undefined): Shape[] {
    const parts = node.items().map((part): Shape => {
      const shape = this.read(part);
      const mark =
        schema &&
        catchProblems(
          () => findMark(schema, part),
          () => undefined,
        );
      if (!mark) return shape;
      const { property, values } = mark;
      const told: Shape = {
        type: "object",
        required: [property],
        properties: { [property]: { enum: values } },
      };
      return { allOf: [shape, told] };
    });
    return parts.length > 0 ? parts : node.fail("There is nothing to combine", "Write a list of schemas");
  }

  /** Properties that are only sent are missing from responses, even if they are required. */
  #allowWriteOnly(draft: Draft, node: SpecNode): void {
    const properties = node.get("properties");
    const required = draft.required?.filter((name) => {
      const property = properties?.get(name);
      return !property || !isHidden(property, "answer");
    });
    if (required && required.length > 0) draft.required = required;
    else delete draft.required;
  }
}

function readValues(node: SpecNode): readonly Json[] {
  return node.items().map(plainValue);
}

/** A value that can be written as a literal. */
function plainValue(node: SpecNode): Json {
  const text = JSON.stringify(node.value);
  return text.includes('"__proto__":')
    ? node.fail("A value has a key __proto__", "Leave it out")
    : node.value;
}

/** The schema is one of the description's components. */
export function isComponent({ pointer }: SpecNode): boolean {
  return pointer[0] === "components" && pointer[1] === "schemas" && pointer.length === 3;
}

function propertyName(node: SpecNode, name: string): string {
  return name === "__proto__"
    ? node.fail(
        "A property is called __proto__, which object literals cannot have",
        "Leave it out of the description; it is kept all the same",
      )
    : name;
}

/** Applies `nullable` of OpenAPI 3.0, also beside `allOf`, because many descriptions write it there. */
function withNull(draft: Draft, node: SpecNode): Shape {
  if (!node.isTrue("nullable")) return draft;
  const { type } = draft;
  const isPlain = type !== undefined && draft.enum === undefined;
  return isPlain ? { ...draft, type: [type].flat().concat("null") } : { anyOf: [{ type: "null" }, draft] };
}
