/**
 * The keywords of a JSON Schema (2020-12) that decide whether a value is valid. It
 * is plain data. It refers to named shapes by name, so that shapes may contain
 * themselves.
 */
export interface Shape {
  /** The name of a shape that the value must match too. */
  readonly ref?: string;
  readonly type?: string | readonly string[];
  // @if values
  readonly enum?: readonly unknown[];
  // @if limits
  readonly pattern?: string;
  // @if limits
  /** The pattern is a regular expression of JavaScript without the flag `u`. */
  readonly isLoosePattern?: boolean;
  // @if limits
  readonly minLength?: number;
  // @if limits
  readonly maxLength?: number;
  // @if limits
  readonly minimum?: number;
  // @if limits
  readonly maximum?: number;
  // @if limits
  readonly exclusiveMinimum?: number;
  // @if limits
  readonly exclusiveMaximum?: number;
  // @if limits
  readonly multipleOf?: number;
  // @if limits
  readonly minItems?: number;
  // @if limits
  readonly maxItems?: number;
  // @if limits
  readonly uniqueItems?: boolean;
  // @if limits
  readonly minProperties?: number;
  // @if limits
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  // @if maps
  /** The shape of other properties; `false` forbids them. */
  readonly additionalProperties?: Shape | false;
  // @if maps
  /** The properties whose names match a regular expression, by its text. */
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  // @if lists
  /** The shape of items; `false` forbids them. Beside `prefixItems` it describes those after them. */
  readonly items?: Shape | false;
  // @if lists
  /** The shapes of the first items, by their index. */
  readonly prefixItems?: readonly Shape[];
  // @if values
  /** Values that are forbidden. */
  readonly notEnum?: readonly unknown[];
  // @if combinations
  readonly allOf?: readonly Shape[];
  // @if alternatives
  readonly anyOf?: readonly Shape[];
  // @if alternatives
  readonly oneOf?: readonly Shape[];
}

/** Shapes by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** The described responses of an API. */
export interface Description {
  readonly shapes: Shapes;
  /** The shapes of responses, by the names of operations. */
  readonly responses: Shapes;
  // @if limitedArguments
  /** The shapes of parameters with limits, by the names of operations and parameters: `pets.list limit`. */
  readonly parameters?: Shapes;
}
