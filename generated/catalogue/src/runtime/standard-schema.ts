/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/standard-schema.ts of protoc-gen-stratus. DO NOT EDIT. */
import { measureDepth } from "./depth.js";
import { isStackOverflow } from "./stack-overflow.js";
import type { Issue } from "./error.js";
import { toJsonSchema, type JsonSchema } from "./json-schema.js";
import { OptionsError } from "./options-error.js";
import type { Description, Shapes } from "./shape.js";
import type { findIssues } from "./issues.js";

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

type FindIssues = typeof findIssues;

/** Makes `schemaOf` of a package. `guards` has each guard with the name of its type; `load` loads their shapes. */
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
    // Clients load this module with the first response that differs from its description.
    const [{ shapes }, { findIssues: find }] = await Promise.all([load(), import("./issues.js")]);
    return makeSchema(guard, name, shapes, find);
  };
}

function makeSchema<T>(guard: Guard<T>, name: string, shapes: Shapes, find: FindIssues): GuardSchema<T> {
  const describe = ({ target }: SchemaTarget): JsonSchema => toJsonSchema(name, shapes, target);
  return {
    "~standard": {
      version: 1,
      vendor: "stratus",
      validate: (value) =>
        guard(value) ? { value } : { issues: listIssues(value, () => find(value, { ref: name }, shapes)) },
      jsonSchema: { input: describe, output: describe },
    },
  };
}

/** The maximum number of issues in a result. */
const maxIssues = 100;

/** Lists the issues of a value. Several parts of a description may report the same issue, which is listed once. */
function listIssues(value: unknown, find: () => readonly Issue[]): readonly SchemaIssue[] {
  let found: readonly Issue[];
  try {
    found = find();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return [
      { message: `expected fewer levels, got a value nested ${measureDepth(value)} levels deep`, path: [] },
    ];
  }
  const unique = new Map(found.map((one) => [`${one.path} ${one.expected}`, one] as const));
  return [...unique.values()].slice(0, maxIssues).map(({ path, expected, actual }) => ({
    message: `expected ${expected}, got ${actual}`,
    path: parsePath(path),
  }));
}

/** Parses a formatted path such as `sections[0].meetings."a b"` into its keys. */
function parsePath(path: string): readonly (string | number)[] {
  return Array.from(path.matchAll(/\[(\d+)\]|("(?:[^"\\]|\\.)*")|[^.[\]"]+/g), ([key, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? key : String(JSON.parse(quoted));
  });
}
