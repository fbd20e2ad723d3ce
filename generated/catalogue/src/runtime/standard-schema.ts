/* Copied by `stratus openapi` from src/rest/runtime/standard-schema.ts of protoc-gen-stratus. DO NOT EDIT. */
import { depthOf, isTooDeep } from "./depth.js";
import type { Issue } from "./error.js";
import { jsonSchemaOf, type JsonSchema } from "./json-schema.js";
import type { Description, Shapes } from "./shape.js";
import type { findIssues } from "./walk.js";

/** A function that tells whether a value is as described. */
export type Guard<T> = (value: unknown) => value is T;

/**
 * The type of a guard, by the Standard Schema and the Standard JSON Schema, version 1 (https://standardschema.dev).
 * Forms, servers and tools take it as it is.
 */
export interface GuardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "stratus";
    /** The value itself if it is as described, else the places where it differs, at most a hundred. Never throws. */
    readonly validate: (value: unknown) => SchemaResult<T>;
    readonly jsonSchema: {
      /** Throws an Error for a target that is not supported, and for values that JSON has no word for. */
      readonly input: (options: SchemaTarget) => JsonSchema;
      /** The same: what is valid is not changed. */
      readonly output: (options: SchemaTarget) => JsonSchema;
    };
    /** Never set: the types of input and output, for compilers. */
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

/** The dialect of a JSON Schema: `draft-2020-12` or `draft-07`. */
export interface SchemaTarget {
  readonly target: string;
}

/** The outcome of a validation. */
export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** A place where a value is not as described. */
export interface SchemaIssue {
  /** It in words. Shows no value, just what kind of value there is. */
  readonly message: string;
  /** Properties and indexes that lead to the place; empty for the value as a whole. */
  readonly path: readonly (string | number)[];
}

type Walk = typeof findIssues;

/** Schemas by the guards of a package, each with the name of its type; `load` gives what the guards check as data. */
export function schemasOf(
  load: () => Promise<Description>,
  ...guards: readonly (readonly [Guard<unknown>, string])[]
): <T>(guard: Guard<T>) => Promise<GuardSchema<T>> {
  const names = new Map(guards);
  return async (guard) => {
    const name = names.get(guard);
    if (name === undefined) {
      throw new TypeError(
        `schemaOf() takes a guard of this package that tells a type of its description, not ${guard.name || "another function"}`,
      );
    }
    // Clients load the walk with the first answer that is not as described.
    const [{ shapes }, { findIssues: find }] = await Promise.all([load(), import("./walk.js")]);
    return makeSchema(guard, name, shapes, find);
  };
}

function makeSchema<T>(guard: Guard<T>, name: string, shapes: Shapes, find: Walk): GuardSchema<T> {
  const describe = ({ target }: SchemaTarget): JsonSchema => jsonSchemaOf(name, shapes, target);
  return {
    "~standard": {
      version: 1,
      vendor: "stratus",
      validate: (value) =>
        guard(value) ? { value } : { issues: issuesOf(value, () => find(value, { ref: name }, shapes)) },
      jsonSchema: { input: describe, output: describe },
    },
  };
}

/** So many issues are told. */
const maxIssues = 100;

/** Each place once, also if several parts of a description ask the same of it. */
function issuesOf(value: unknown, find: () => readonly Issue[]): readonly SchemaIssue[] {
  let found: readonly Issue[];
  try {
    found = find();
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    return [{ message: `expected fewer levels, got a value nested ${depthOf(value)} levels deep`, path: [] }];
  }
  const told = new Map(found.map((one) => [`${one.path} ${one.expected}`, one] as const));
  return [...told.values()].slice(0, maxIssues).map(({ path, expected, actual }) => ({
    message: `expected ${expected}, got ${actual}`,
    path: stepsOf(path),
  }));
}

/** The steps of `sections[0].meetings."a b"`. */
function stepsOf(path: string): readonly (string | number)[] {
  return Array.from(path.matchAll(/\[(\d+)\]|("(?:[^"\\]|\\.)*")|[^.[\]"]+/g), ([step, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? step : String(JSON.parse(quoted));
  });
}
