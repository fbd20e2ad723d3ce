import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { isExampleKeyword } from "../description-files.js";

/** Converts a schema and its references. */
export function convertSchema(schema: Json): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map((item) => convertSchema(item));
  if (!isJsonObject(schema)) return schema;
  const { $ref } = schema;
  if (typeof $ref === "string") {
    const nullable = schema["x-nullable"];
    return { ...schema, ...(nullable !== undefined && { nullable }), $ref: convertReference($ref) };
  }
  const converted = Object.entries(schema).flatMap(([name, value]): [string, Json][] => {
    if (name === "x-nullable") return [["nullable", value]];
    if (name === "discriminator" && typeof value === "string") return [[name, { propertyName: value }]];
    if (name === "type" && value === "file") return fileType;
    if (isExampleKeyword(name) || /^(default|enum|required|x-.*)$/.test(name)) return [[name, value]];
    return [[name, isSchemaMap(name, value) ? convertEach(value) : convertSchema(value)]];
  });
  return Object.fromEntries(converted);
}

const fileType: [string, Json][] = [
  ["type", "string"],
  ["format", "binary"],
];

/** Whether the value of a keyword maps names to schemas. */
function isSchemaMap(name: string, value: Json): value is JsonObject {
  return /^(properties|patternProperties|definitions)$/.test(name) && isJsonObject(value);
}

function convertEach(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convertSchema(schema)]));
}

/** Converts a reference: `#/definitions/Pet` becomes `#/components/schemas/Pet`. */
export function convertReference(reference: string): string {
  return reference
    .replace(/^#\/definitions\//, "#/components/schemas/")
    .replace(/^#\/(parameters|responses)\//, "#/components/$1/");
}
