import { fromJsonSchema, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";

type Schema = Parameters<typeof fromJsonSchema>[0];

/** Returns a schema whose check is compiled when the first value is checked, because compiling all takes a tenth of the start. */
export function lazySchema<Value>(schema: object): StandardSchemaWithJSON<Value, Value> {
  let compiled: StandardSchemaWithJSON<Value, Value> | undefined;
  const compile = (): StandardSchemaWithJSON<Value, Value> =>
    (compiled ??= fromJsonSchema<Value>(schema as Schema));
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "stratus",
      jsonSchema: { input: json, output: json },
      validate: (value) => compile()["~standard"].validate(value),
    },
  };
}
