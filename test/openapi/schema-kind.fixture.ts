/** Schemas by name. */
export type Schemas = Readonly<Record<string, unknown>>;

export const text = { type: "string" };
/** A reference to a schema. */
export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
/** A schema of objects. */
export const object = (properties: Schemas, ...required: readonly string[]): object => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

/** Schemas of one kind, a program that must compile with their types, and values with what their guards say. */
export interface SchemaKind {
  readonly what: string;
  readonly openapi?: string;
  readonly schemas: Schemas;
  readonly usage: string;
  readonly good: readonly (readonly [name: string, value: unknown])[];
  readonly bad: readonly (readonly [name: string, value: unknown])[];
}
