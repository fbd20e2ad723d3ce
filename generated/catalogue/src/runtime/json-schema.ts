/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/json-schema.ts of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError } from "./options-error.js";
import type { Shape, Shapes } from "./shape.js";

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/** A dialect of JSON Schema, with the keywords that differ between dialects. */
interface Dialect {
  readonly uri: string;
  readonly definitions: string;
  /** The keywords for the first items of a list, and for those after them. */
  readonly tuple: { readonly first: string; readonly rest: string };
}

const dialects: Readonly<Record<string, Dialect>> = {
  "draft-2020-12": {
    uri: "https://json-schema.org/draft/2020-12/schema",
    definitions: "$defs",
    tuple: { first: "prefixItems", rest: "items" },
  },
  "draft-07": {
    uri: "http://json-schema.org/draft-07/schema#",
    definitions: "definitions",
    tuple: { first: "items", rest: "additionalItems" },
  },
};

/**
 * Converts a named shape, with all shapes that it refers to, into a JSON Schema.
 * @throws An OptionsError for a target that is not supported, and for values that JSON Schema has no type for.
 */
export function toJsonSchema(name: string, shapes: Shapes, target: string): JsonSchema {
  const dialect = Object.hasOwn(dialects, target) ? dialects[target] : undefined;
  if (!dialect)
    throw new OptionsError(
      "OPTION_INVALID",
      `target must be ${Object.keys(dialects).join(" or ")}, got ${JSON.stringify(target)}`,
      "target",
    );
  const definitions = new Map<string, JsonSchema>();
  const refer = (ref: string): JsonSchema => {
    if (!definitions.has(ref)) {
      // A shape may contain itself, so its name is known before its parts are.
      definitions.set(ref, {});
      definitions.set(ref, write(shapes[ref] ?? {}));
    }
    // JSON pointers (RFC 6901) and URIs escape some characters.
    const pointer = encodeURIComponent(ref.replaceAll("~", "~0").replaceAll("/", "~1"));
    return { $ref: `#/${dialect.definitions}/${pointer}` };
  };
  const write = (shape: Shape): JsonSchema => convertShape(shape, dialect.tuple, write, refer);
  const whole = refer(name);
  return { $schema: dialect.uri, ...whole, [dialect.definitions]: Object.fromEntries(definitions) };
}

type Write = (shape: Shape) => JsonSchema;

function convertShape(
  shape: Shape,
  tuple: Dialect["tuple"],
  write: Write,
  refer: (ref: string) => JsonSchema,
): JsonSchema {
  const { ref, type, pattern, isLoosePattern, properties, additionalProperties: rest, ...more } = shape;
  const { items, prefixItems, patternProperties, notEnum, allOf = [], anyOf, oneOf, ...limits } = more;
  // Older dialects ignore keywords beside a reference.
  const all = [...(ref === undefined ? [] : [refer(ref)]), ...allOf.map(write)];
  const [only] = all;
  const own: JsonSchema = {
    ...limits,
    ...(type !== undefined && { type: convertTypes(type) }),
    // JSON Schema requires the flag `u`, with which a pattern without it may differ or be invalid.
    ...(pattern !== undefined && !isLoosePattern && { pattern }),
    ...(properties && { properties: convertProperties(properties, write) }),
    ...(rest !== undefined && { additionalProperties: rest && write(rest) }),
    ...(patternProperties && { patternProperties: convertProperties(patternProperties, write) }),
    ...(prefixItems && { [tuple.first]: prefixItems.map(write) }),
    ...(items !== undefined && { [prefixItems ? tuple.rest : "items"]: items && write(items) }),
    ...(notEnum && { not: { enum: notEnum } }),
    ...(anyOf && { anyOf: anyOf.map(write) }),
    ...(oneOf && { oneOf: oneOf.map(write) }),
  };
  if (all.length === 1 && only && Object.keys(own).length === 0) return only;
  return all.length === 0 ? own : { ...own, allOf: all };
}

function convertProperties(
  properties: Readonly<Record<string, Shape>>,
  write: Write,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, write(shape)]));
}

/** Converts the types of a shape into those of JSON Schema. */
function convertTypes(type: string | readonly string[]): string | readonly string[] {
  if (typeof type !== "string") return type.map((one) => String(convertTypes(one)));
  if (type === "safe integer") return "integer";
  if (type === "bigint" || type === "digits" || type === "date")
    throw new OptionsError(
      "UNSUPPORTED",
      `some values of the type are ${type} values, which JSON Schema has no type for; generate the package without --int64 and --dates`,
    );
  return type;
}
