import type { Shape } from "../runtime/shape.js";
import { catchProblems } from "../read/findings.js";
import { isAnnotation } from "../read/normalize/annotations.js";
import type { SpecNode } from "../read/spec-node.js";
import { checkClosedParts } from "./closed-parts.js";
import { isEnumOnly, readEnum, readLiteral, readNotEnum } from "./literals.js";
import { readDiscriminator } from "./discriminators.js";
import { separateRequired } from "./schema-queries.js";
import type { TypeSource } from "./type-source.js";
import { dropRedundantLimits, setExclusiveLimit, setLimit, type ShapeDraft } from "./shape-limits.js";
import { isLimitKeyword, readTypes } from "./keywords.js";
import { isUsablePattern, setPattern } from "./patterns.js";
import { applyLiteralForm, applyValueForm, type ValueForms } from "./value-forms.js";

/** Keywords that do not restrict values, or that are read elsewhere. */
const isUncheckedKeyword = (keyword: string): boolean =>
  keyword === "$ref" || keyword === "nullable" || isAnnotation(keyword);

/** How `deepObject` serializes the items of a list: `a[0]=1`, `a[]=1` or `a=1`. */
export type DeepObjectLists = "indices" | "brackets" | "repeated";

/** Options for what OpenAPI leaves open. */
export interface SchemaOptions extends ValueForms {
  /** How `deepObject` serializes lists. Default: `indices`. */
  readonly deepLists?: DeepObjectLists | undefined;
  /** Whether null is allowed only if the specification allows it. Default: also where descriptions mean it. */
  readonly isStrictNullable?: boolean | undefined;
}

/** Maximum depth of nested schemas. */
const maxDepth = 100;

/** A schema that is referenced by name. */
export interface ReferencedSchema {
  readonly node: SpecNode;
  shape: Shape;
}

/**
 * Reads schemas into shapes, and collects the referenced ones. Unknown keywords are reported and not checked, so a
 * guard may accept more than the document allows.
 */
export class SchemaReader {
  /** The referenced schemas by name, in the order of their first reference. */
  readonly named = new Map<string, ReferencedSchema>();
  /** All values of `format`. */
  readonly formats = new Set<string>();
  readonly #unusable = new Set<unknown>();
  readonly #shapes = new Map<unknown, Shape>();
  readonly #types = new Map<string, Map<unknown, TypeSource>>();
  /** The required properties of requests, by the shapes that require others in responses. */
  readonly #requestRequired = new WeakMap<Shape, readonly string[]>();
  readonly #pending: ReferencedSchema[] = [];
  #depth = 0;

  /** How `deepObject` serializes lists. */
  readonly deepLists: DeepObjectLists;
  readonly forms: ValueForms;

  constructor({ deepLists = "indices", ...forms }: SchemaOptions = {}) {
    this.deepLists = deepLists;
    this.forms = forms;
  }

  /** Returns the shape of a schema. If the schema is invalid, adds findings and returns a shape that allows any value. */
  read(node: SpecNode): Shape {
    // Thousands of operations may share one parameter or response.
    const known = this.#shapes.get(node.value);
    if (known) return known;
    const shape = catchProblems(
      () => this.#read(node),
      (problems) => {
        node.addFindings(problems);
        this.markUnusable(node);
        return {};
      },
    );
    this.#shapes.set(node.value, shape);
    return shape;
  }

  /** Returns the required properties of requests if they differ from those of the shape, which are of responses. */
  findRequestRequired(shape: Shape): readonly string[] | undefined {
    return this.#requestRequired.get(shape);
  }

  /** Returns a shape that was made from another one, with the same required properties in requests. */
  keepRequestRequired(from: Shape, shape: Shape): Shape {
    const required = this.#requestRequired.get(from);
    if (required) this.#requestRequired.set(shape, required);
    return shape;
  }

  /** Returns the cache of types for a direction, by schema. */
  typeCache(use: string): Map<unknown, TypeSource> {
    const known = this.#types.get(use) ?? new Map<unknown, TypeSource>();
    this.#types.set(use, known);
    return known;
  }

  /** Whether a schema is valid, and so has a type. */
  isUsable(node: SpecNode): boolean {
    return !this.#unusable.has(node.value);
  }

  /** Marks a schema as one that allows any value. */
  markUnusable(node: SpecNode): void {
    this.#unusable.add(node.value);
  }

  /** Returns the name of a referenced schema. Reads the schema on its first reference. */
  readNamed(node: SpecNode): string {
    const name = this.findName(node);
    if (name === "__proto__") node.fail("A schema is called __proto__", "Rename the schema");
    if (!this.named.has(name)) {
      const entry = { node, shape: {} };
      this.named.set(name, entry);
      this.#pending.push(entry);
      if (this.#depth < maxDepth) this.#readPending();
    }
    return name;
  }

  /** Reads the pending schemas. Recursion stops at `maxDepth`, because a chain of references may have any length. */
  #readPending(): void {
    this.#depth++;
    for (let entry = this.#pending.pop(); entry; entry = this.#pending.pop()) {
      entry.shape = this.read(entry.node);
    }
    this.#depth--;
  }

  /** Returns the name of a component, or the pointer of another schema. */
  findName(node: SpecNode): string {
    return isComponent(node) ? (node.pointer[2] ?? "") : node.pointer.join(".");
  }

  #read(node: SpecNode): Shape {
    if (node.value === true) return {};
    if (typeof node.value === "boolean")
      return node.fail("The schema `false` allows nothing", "Leave it out");
    node.readObject();
    const draft: ShapeDraft = {};
    const target = node.findTarget();
    if (target) draft.ref = this.readNamed(target);
    const format = node.getValue("format");
    if (format !== undefined) this.formats.add(String(format));
    for (const keyword of Object.keys(node.readObject())) {
      if (isUncheckedKeyword(keyword)) continue;
      const value = node.get(keyword);
      if (value) this.#readKeyword(draft, keyword, value, node);
    }
    this.#separateRequired(draft, node);
    if (format !== undefined) applyValueForm(draft, node, this.forms);
    applyLiteralForm(draft, this.forms);
    dropRedundantLimits(draft);
    return this.keepRequestRequired(draft, addNull(draft, node));
  }

  #readKeyword(draft: ShapeDraft, keyword: string, value: SpecNode, node: SpecNode): void {
    if (isLimitKeyword(keyword)) setLimit(draft, keyword, value, node);
    else if (keyword === "type") draft.type = readTypes(value);
    else if (keyword === "enum") draft.enum = readEnum(value);
    else if (keyword === "const") draft.enum = [readLiteral(value)];
    else if (keyword === "pattern") setPattern(draft, value);
    else if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum")
      setExclusiveLimit(draft, keyword, value, node);
    else if (keyword === "required")
      draft.required = value.items().map((item) => checkPropertyName(item, String(item.value)));
    else if (keyword === "properties") draft.properties = this.#readProperties(value);
    else if (keyword === "additionalProperties") this.#readAdditionalProperties(draft, value, node);
    else if (keyword === "items") this.#readItems(draft, value);
    else if (keyword === "prefixItems") draft.prefixItems = value.items().map((item) => this.read(item));
    else if (keyword === "patternProperties") this.#readPatternProperties(draft, value);
    else if (keyword === "not" && isEnumOnly(value)) draft.notEnum = readNotEnum(value);
    else if (keyword === "allOf" || keyword === "anyOf" || keyword === "oneOf")
      this.#readCombination(draft, keyword, value, node);
    else if (!(keyword.startsWith("unevaluated") && value.value === true)) {
      node.warn(
        `The schema keyword ${JSON.stringify(keyword)} is not supported, so values are not checked for it`,
        "Express it with other keywords, or leave it",
        `keyword ${keyword}`,
      );
    }
  }

  #readProperties(node: SpecNode): Record<string, Shape> {
    // Here, a name that starts with x- is a property.
    const names = Object.keys(node.readObject());
    return Object.fromEntries(
      names.map((name) => {
        const property = node.get(name) ?? node;
        return [checkPropertyName(property, name), this.read(property)];
      }),
    );
  }

  #readAdditionalProperties(draft: ShapeDraft, node: SpecNode, schema: SpecNode): void {
    // A pattern that is not checked cannot tell which properties are additional.
    const patterns = schema.get("patternProperties")?.entries() ?? [];
    if (patterns.some(([pattern]) => !isUsablePattern(pattern))) return;
    if (node.value === false) draft.additionalProperties = false;
    else if (node.value !== true) {
      const shape = this.read(node);
      if (Object.keys(shape).length > 0) draft.additionalProperties = shape;
    }
  }

  #readItems(draft: ShapeDraft, node: SpecNode): void {
    if (node.value === false) draft.items = false;
    else {
      const shape = this.read(node);
      if (Object.keys(shape).length > 0) draft.items = shape;
    }
  }

  #readPatternProperties(draft: ShapeDraft, node: SpecNode): void {
    const shapes = Object.keys(node.readObject()).flatMap((pattern): [string, Shape][] => {
      const schema = node.get(pattern);
      if (isUsablePattern(pattern)) return schema ? [[pattern, this.read(schema)]] : [];
      const what = `Properties that match ${JSON.stringify(pattern.slice(0, 100))} are not checked`;
      node.warn(what, "Write a regular expression that is valid and takes linear time", `pattern ${pattern}`);
      return [];
    });
    if (shapes.length > 0) draft.patternProperties = Object.fromEntries(shapes);
  }

  #readCombination(
    draft: ShapeDraft,
    keyword: "allOf" | "anyOf" | "oneOf",
    value: SpecNode,
    node: SpecNode,
  ): void {
    const parts = this.#readParts(value, keyword === "allOf" ? undefined : node);
    if (keyword === "allOf") checkClosedParts(node);
    const has = (type: string): boolean => parts.some((part) => [part.type].flat().includes(type));
    // A number as digits is also a string, so exactly one of the two would never match.
    const isEither = keyword === "oneOf" && has("digits") && has("string");
    draft[isEither && !draft.anyOf ? "anyOf" : keyword] = parts;
  }

  /** Reads the schemas of a combination. `schema` is set if it may have a discriminator. */
  #readParts(node: SpecNode, schema: SpecNode | undefined): Shape[] {
    const parts = node.items().map((part): Shape => {
      const shape = this.read(part);
      const discriminator =
        schema &&
        catchProblems(
          () => readDiscriminator(schema, part),
          () => undefined,
        );
      if (!discriminator) return shape;
      const { property, values, excluded } = discriminator;
      const discriminated: Shape = excluded
        ? { type: "object", properties: { [property]: { notEnum: excluded } } }
        : { type: "object", required: [property], properties: { [property]: { enum: values } } };
      return { allOf: [shape, discriminated] };
    });
    return parts.length > 0 ? parts : node.fail("The list of schemas is empty", "Add schemas to the list");
  }

  /** Separates the required properties of responses from those of requests. */
  #separateRequired(draft: ShapeDraft, node: SpecNode): void {
    if (!draft.required) return;
    const { response, request } = separateRequired(draft.required, node);
    if (request.length + response.length < 2 * draft.required.length)
      this.#requestRequired.set(draft, request);
    if (response.length > 0) draft.required = response;
    else delete draft.required;
  }
}

/** Whether a schema is a component. */
export function isComponent({ pointer }: SpecNode): boolean {
  return pointer[0] === "components" && pointer[1] === "schemas" && pointer.length === 3;
}

function checkPropertyName(node: SpecNode, name: string): string {
  return name === "__proto__"
    ? node.fail(
        "A property is called __proto__, which object literals cannot have",
        "Remove it from the description; values keep the property",
      )
    : name;
}

/** Applies `nullable`, also beside `allOf`, because many descriptions write it there. */
function addNull(draft: ShapeDraft, node: SpecNode): Shape {
  if (!node.isTrue("nullable")) return draft;
  const { type } = draft;
  const parts = [draft.ref, draft.enum, draft.allOf, draft.anyOf, draft.oneOf];
  const isPlain = type !== undefined && parts.every((part) => part === undefined);
  const [only] = Object.keys(draft).length === 1 && draft.allOf?.length === 1 ? draft.allOf : [];
  if (!isPlain) return { anyOf: [{ type: "null" }, only ?? draft] };
  return { ...draft, type: [...new Set([type, "null"].flat())] };
}
