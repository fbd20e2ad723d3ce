/**
 * The keywords of a JSON Schema (2020-12) that decide whether a value is valid. It
 * is plain data. It refers to named shapes by name, so that shapes may contain
 * themselves.
 */
export interface Shape {
  /** The name of a shape that the value must match too. */
  readonly ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  /** The pattern is a regular expression of JavaScript without the flag `u`. */
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
  /** The shape of other properties; `false` forbids them. */
  readonly additionalProperties?: Shape | false;
  /** The properties whose names match a regular expression, by its text. */
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  /** The shape of items; `false` forbids them. Beside `prefixItems` it describes those after them. */
  readonly items?: Shape | false;
  /** The shapes of the first items, by their index. */
  readonly prefixItems?: readonly Shape[];
  /** Values that are forbidden. */
  readonly notEnum?: readonly unknown[];
  readonly allOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

/** Shapes by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** The described responses of an API. */
export interface Description {
  readonly shapes: Shapes;
  /** The shapes of responses, by the names of operations. */
  readonly responses: Shapes;
  /** The shapes of parameters with limits, by the names of operations and parameters: `pets.list limit`. */
  readonly parameters?: Shapes;
}
