import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { convertReference, convertSchema } from "./schemas.js";
import { pickMembers } from "./values.js";

/** Whether a parameter is the body or a form field. */
export function isInBody(parameter: JsonObject): boolean {
  return parameter["in"] === "body" || parameter["in"] === "formData";
}

/** Keywords about the parameter itself. All others belong to the schema of its value. */
const parameterKeywords: ReadonlySet<string> = new Set([
  "name",
  "in",
  "description",
  "required",
  "deprecated",
  "allowEmptyValue",
  "example",
]);
const isParameterKeyword = (name: string): boolean => parameterKeywords.has(name) || name.startsWith("x-");

/** Converts a path, query or header parameter. */
export function convertParameter(parameter: JsonObject): JsonObject {
  const { $ref } = parameter;
  if (typeof $ref === "string") return { $ref: convertReference($ref) };
  return {
    ...pickMembers(parameter, isParameterKeyword),
    ...convertStyle(parameter),
    schema: convertValueSchema(parameter),
  };
}

/** Returns the schema of a parameter or header. In Swagger 2.0 its keywords are beside those of the parameter. */
export function convertValueSchema(parameter: JsonObject): Json {
  const nullable = parameter["x-nullable"] === true ? { nullable: true } : {};
  const schema = parameter["schema"];
  if (schema !== undefined) return convertSchema(schema);
  const words = pickMembers(parameter, (name) => !isParameterKeyword(name) && name !== "collectionFormat");
  return convertSchema({ ...words, ...nullable });
}

const styles: ReadonlyMap<string, string> = new Map([
  ["csv", "form"],
  ["ssv", "spaceDelimited"],
  ["pipes", "pipeDelimited"],
]);

/** Converts `collectionFormat`, whose default is `csv`, to `style` and `explode`. */
export function convertStyle({ type, in: place, collectionFormat = "csv" }: JsonObject): JsonObject {
  if (type !== "array") return {};
  if (place !== "query" && place !== "formData") return {};
  if (collectionFormat === "multi") return { style: "form", explode: true };
  // No style separates items with tabs. The reader reports styles that do not exist.
  return { style: styles.get(String(collectionFormat)) ?? String(collectionFormat), explode: false };
}

/** Converts the body and form parameters to a request body. Returns undefined if there are none. */
export function convertBody(
  parameters: readonly JsonObject[],
  consumes: readonly string[],
): JsonObject | undefined {
  const body = parameters.find((one) => one["in"] === "body");
  const fields = parameters.filter((one) => one["in"] === "formData");
  if (body) {
    const types = consumes.length > 0 ? consumes : ["application/json"];
    const schema = convertSchema(body["schema"] ?? {});
    return {
      ...pickMembers(body, (name) => name === "description" || name === "required" || name.startsWith("x-")),
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
    };
  }
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ type }) => type === "file");
  const forms = consumes.filter((type) => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type));
  const defaultType = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const matching = hasFile ? forms.filter((type) => type.startsWith("multipart/")) : forms;
  const schema: JsonObject = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [String(field["name"]), convertFieldSchema(field)])),
    required: fields.flatMap((field) => (field["required"] === true ? [String(field["name"])] : [])),
  };
  const encoding = Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const style = convertStyle(field);
      return Object.keys(style).length > 0 ? [[String(field["name"]), style]] : [];
    }),
  );
  const isRequired = fields.some(({ required }) => required === true);
  const content = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
  return {
    required: isRequired,
    content: Object.fromEntries(
      (matching.length > 0 ? matching : [defaultType]).map((type) => [type, content]),
    ),
  };
}

function convertFieldSchema(field: JsonObject): Json {
  const schema = convertValueSchema(field);
  const { description } = field;
  return isJsonObject(schema) && description !== undefined ? { ...schema, description } : schema;
}
