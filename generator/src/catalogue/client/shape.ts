/**
 * A JSON Schema (2020-12) cut down to what decides whether a value is as
 * described; what stands behind a function is looked up when it is needed, so
 * that shapes may contain themselves.
 */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
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
  readonly properties?: Readonly<Record<string, Shape | (() => Shape)>>;
  readonly additionalProperties?: Shape | (() => Shape) | false;
  readonly items?: Shape | (() => Shape);
  readonly allOf?: readonly (Shape | (() => Shape))[];
  readonly anyOf?: readonly (Shape | (() => Shape))[];
  readonly oneOf?: readonly (Shape | (() => Shape))[];
}
