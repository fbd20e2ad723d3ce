/* Copied by `stratus openapi` from src/rest/runtime/shape.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * A JSON Schema (2020-12) cut down to what decides whether a value is as
 * described. Plain data: a part that has a name stands elsewhere, so that
 * shapes may contain themselves.
 */
export interface Shape {
  /** The name of the shape that this is; may stand beside other keywords. */
  readonly ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  /** The pattern is one of JavaScript without the flag `u`. */
  readonly isLoosePattern?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** What other properties must be; `false` where there shall be none. */
  readonly additionalProperties?: Shape | false;
  readonly items?: Shape;
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

/** Shapes by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** What answers look like. */
export interface Description {
  readonly shapes: Shapes;
  /** The shapes of answers, by the names of operations. */
  readonly answers: Shapes;
}
