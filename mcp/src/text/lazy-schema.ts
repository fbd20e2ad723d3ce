import { fromJsonSchema, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { loadSchemaValidator } from "./schema-validator.js";

type Schema = Parameters<typeof fromJsonSchema>[0];

/** Returns a schema whose check is loaded and compiled when the first value is checked, which no start waits for. */
export function lazySchema<Value>(schema: object): StandardSchemaWithJSON<Value, Value> {
  let compiled: StandardSchemaWithJSON<Value, Value> | undefined;
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "stratus",
      jsonSchema: { input: json, output: json },
      validate: async (value) => {
        const validator = await loadSchemaValidator();
        compiled ??= fromJsonSchema<Value>(schema as Schema, validator);
        return compiled["~standard"].validate(value);
      },
    },
  };
}
