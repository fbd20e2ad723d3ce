/**
 * Schemas: a message type, its JSON and its validation rules as https://standardschema.dev. Everything except `schemaOf` is loaded
 * with the first schema.
 *
 * @module
 */
import type { JsonObject } from "../table/json-value.js";

/**
 * The schema of a message type, by the Standard Schema and the Standard JSON Schema, version 1
 * (https://standardschema.dev). Forms, servers and tools take it as it is.
 */
export interface MessageSchema<Input, Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "stratus";
    /** The whole message of an input that keeps all rules; else what is wrong with it, at most a hundred issues. Never throws. */
    readonly validate: (value: unknown) => SchemaResult<Output>;
    readonly jsonSchema: {
      /** The JSON Schema of the input. Throws an Error if the input is a message, and for a target that is not supported. */
      readonly input: (options: SchemaTarget) => JsonObject;
      /** Throws an Error: messages have values that JSON lacks. */
      readonly output: (options: SchemaTarget) => JsonObject;
    };
    /** Never set: the types of input and output, for compilers. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The dialect of a JSON Schema: `draft-2020-12` or `draft-07`. */
export interface SchemaTarget {
  readonly target: string;
}

/** The outcome of a validation. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** Something wrong with an input. */
export interface SchemaIssue {
  /** It in words. Shows no value of a field that is secret. */
  readonly message: string;
  /** The place, by the names that the input has; empty for the input as a whole. */
  readonly path: readonly (string | number)[];
}

/** How `schemaOf` reads inputs. */
export interface SchemaOptions {
  /**
   * The form of inputs: proto3 JSON, such as `JSON.parse` gives, or (partial) messages as programs have them.
   * Default: `json`.
   */
  readonly input?: "json" | "message";
}
