/* Copied by `stratus openapi` from src/rest/runtime/json-schema.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Shape, Shapes } from "./shape.js";

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/** Dialects of JSON Schema, and where each has definitions. */
const dialects: Readonly<Record<string, { readonly uri: string; readonly definitions: string }>> = {
  "draft-2020-12": { uri: "https://json-schema.org/draft/2020-12/schema", definitions: "$defs" },
  "draft-07": { uri: "http://json-schema.org/draft-07/schema#", definitions: "definitions" },
};

/**
 * The JSON Schema of a shape that has a name, with all that it refers to.
 * @throws Error for a target that is not supported, and for a value that JSON has no word for.
 */
export function jsonSchemaOf(name: string, shapes: Shapes, target: string): JsonSchema {
  const dialect = Object.hasOwn(dialects, target) ? dialects[target] : undefined;
  if (!dialect)
    throw new Error(`JSON Schema of ${target} is not supported: use ${Object.keys(dialects).join(" or ")}`);
  const definitions = new Map<string, JsonSchema>();
  const refer = (ref: string): JsonSchema => {
    if (!definitions.has(ref)) {
      // Known before its parts are, since a shape may hold itself.
      definitions.set(ref, {});
      definitions.set(ref, write(shapes[ref] ?? {}));
    }
    // In a pointer and in a URI some signs stand for others.
    const pointer = encodeURIComponent(ref.replaceAll("~", "~0").replaceAll("/", "~1"));
    return { $ref: `#/${dialect.definitions}/${pointer}` };
  };
  const write = (shape: Shape): JsonSchema => schemaOf(shape, write, refer);
  const whole = refer(name);
  return { $schema: dialect.uri, ...whole, [dialect.definitions]: Object.fromEntries(definitions) };
}

type Write = (shape: Shape) => JsonSchema;

function schemaOf(shape: Shape, write: Write, refer: (ref: string) => JsonSchema): JsonSchema {
  const { ref, type, pattern, isLoosePattern, properties, additionalProperties: rest, ...more } = shape;
  const { items, allOf = [], anyOf, oneOf, ...limits } = more;
  // Beside a reference older dialects read nothing.
  const all = [...(ref === undefined ? [] : [refer(ref)]), ...allOf.map(write)];
  const [only] = all;
  const own: JsonSchema = {
    ...limits,
    ...(type !== undefined && { type: typesOf(type) }),
    // A pattern in the older way may mean something else, or nothing, to those who read it in today's.
    ...(pattern !== undefined && !isLoosePattern && { pattern }),
    ...(properties && { properties: mapped(properties, write) }),
    ...(rest !== undefined && { additionalProperties: rest && write(rest) }),
    ...(items && { items: write(items) }),
    ...(anyOf && { anyOf: anyOf.map(write) }),
    ...(oneOf && { oneOf: oneOf.map(write) }),
  };
  if (all.length === 1 && only && Object.keys(own).length === 0) return only;
  return all.length === 0 ? own : { ...own, allOf: all };
}

function mapped(properties: Readonly<Record<string, Shape>>, write: Write): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, write(shape)]));
}

/** Types of JSON, by those of shapes. */
function typesOf(type: string | readonly string[]): string | readonly string[] {
  if (typeof type !== "string") return type.map((one) => String(typesOf(one)));
  if (type === "safe integer") return "integer";
  if (type === "bigint" || type === "digits" || type === "date")
    throw new Error(`The package reads some of its values as ${type}, for which JSON Schema has no word`);
  return type;
}
