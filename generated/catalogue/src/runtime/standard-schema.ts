/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import type { findIssues } from "./checks.js";
import type { measureDepth } from "./common.js";
import { OptionsError, isStackOverflow } from "./core.js";
import type { Description, Issue, Shape, Shapes } from "./core.js";

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;

interface Dialect {
  readonly uri: string;
  readonly definitions: string;
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
      definitions.set(ref, {});
      definitions.set(ref, write(shapes[ref] ?? {}));
    }
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
  const all = [...(ref === undefined ? [] : [refer(ref)]), ...allOf.map(write)];
  const [only] = all;
  const own: JsonSchema = {
    ...limits,
    ...(type !== undefined && { type: convertTypes(type) }),
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

/** A function that reports whether a value matches a described type. */
export type Guard<T> = (value: unknown) => value is T;

/**
 * A Standard Schema and a Standard JSON Schema, version 1 (https://standardschema.dev), for the type of a guard.
 * Libraries for forms, servers and tools accept it.
 */
export interface GuardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "stratus";
    /** Returns the unchanged value if it is valid, else its differences, at most 100. Never throws. */
    readonly validate: (value: unknown) => SchemaResult<T>;
    readonly jsonSchema: {
      /** Throws an OptionsError for a target that is not supported, and for values that JSON Schema has no type for. */
      readonly input: (options: SchemaTarget) => JsonSchema;
      /** Returns the same as `input`, because validation does not change a value. */
      readonly output: (options: SchemaTarget) => JsonSchema;
    };
    /** The types of input and output, for compilers. It is never set. */
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

/** The requested dialect of JSON Schema: `draft-2020-12` or `draft-07`. */
export interface SchemaTarget {
  readonly target: string;
}

/** The outcome of a validation. */
export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** A difference between a value and its description. */
export interface SchemaIssue {
  /** The expected and the actual kind of the value. It never contains the value. */
  readonly message: string;
  /** The properties and indexes that lead to the value; empty for the whole value. */
  readonly path: readonly (string | number)[];
}

interface Checks {
  readonly find: typeof findIssues;
  readonly measure: typeof measureDepth;
}

export function makeSchemaOf(
  load: () => Promise<Description>,
  ...guards: readonly (readonly [Guard<unknown>, string])[]
): <T>(guard: Guard<T>) => Promise<GuardSchema<T>> {
  const names = new Map(guards);
  return async (guard) => {
    const name = names.get(guard);
    if (name === undefined) {
      throw new OptionsError(
        "ARGUMENT_INVALID",
        `schemaOf needs a guard of a described type of this package, got ${guard.name || "another function"}`,
      );
    }
    const [{ shapes }, issues, depth] = await Promise.all([
      load(),
      import("./checks.js"),
      import("./common.js"),
    ]);
    return makeSchema(guard, name, shapes, { find: issues.findIssues, measure: depth.measureDepth });
  };
}

function makeSchema<T>(guard: Guard<T>, name: string, shapes: Shapes, checks: Checks): GuardSchema<T> {
  const describe = ({ target }: SchemaTarget): JsonSchema => toJsonSchema(name, shapes, target);
  return {
    "~standard": {
      version: 1,
      vendor: "stratus",
      validate: (value) => (guard(value) ? { value } : { issues: listIssues(value, checks, name, shapes) }),
      jsonSchema: { input: describe, output: describe },
    },
  };
}

const maxIssues = 100;

function listIssues(
  value: unknown,
  { find, measure }: Checks,
  ref: string,
  shapes: Shapes,
): readonly SchemaIssue[] {
  let found: readonly Issue[];
  try {
    found = find(value, { ref }, shapes);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return [{ message: `expected fewer levels, got a value nested ${measure(value)} levels deep`, path: [] }];
  }
  const unique = new Map(found.map((one) => [`${one.path} ${one.expected}`, one] as const));
  return [...unique.values()].slice(0, maxIssues).map(({ path, expected, actual }) => ({
    message: `expected ${expected}, got ${actual}`,
    path: parsePath(path),
  }));
}

function parsePath(path: string): readonly (string | number)[] {
  return Array.from(path.matchAll(/\[(\d+)\]|("(?:[^"\\]|\\.)*")|[^.[\]"]+/g), ([key, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? key : String(JSON.parse(quoted));
  });
}
