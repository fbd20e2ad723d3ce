import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { convertReference, convertSchema } from "./schemas.js";
import { pick } from "./values.js";

/** The parameter is the body, or a field of a form. */
export function isInBody(parameter: JsonObject): boolean {
  return parameter["in"] === "body" || parameter["in"] === "formData";
}

/** Words that say something of the parameter; all others are about its value. */
const ownWords: ReadonlySet<string> = new Set([
  "name",
  "in",
  "description",
  "required",
  "deprecated",
  "allowEmptyValue",
  "example",
]);
const isOwn = (name: string): boolean => ownWords.has(name) || name.startsWith("x-");

/** A parameter of path, query or header. */
export function convertParameter(parameter: JsonObject): JsonObject {
  const { $ref } = parameter;
  if (typeof $ref === "string") return { $ref: convertReference($ref) };
  return { ...pick(parameter, isOwn), ...styleOf(parameter), schema: valueSchema(parameter) };
}

/** The schema of a value that is described by the words of its parameter or header. */
export function valueSchema(parameter: JsonObject): Json {
  const nullable = parameter["x-nullable"] === true ? { nullable: true } : {};
  const schema = parameter["schema"];
  if (schema !== undefined) return convertSchema(schema);
  const words = pick(parameter, (name) => !isOwn(name) && name !== "collectionFormat");
  return convertSchema({ ...words, ...nullable });
}

const styles: ReadonlyMap<string, string> = new Map([
  ["csv", "form"],
  ["ssv", "spaceDelimited"],
  ["pipes", "pipeDelimited"],
]);

/** How the items of a list are written, which is with commas if nothing is said. */
export function styleOf({ type, in: place, collectionFormat = "csv" }: JsonObject): JsonObject {
  if (type !== "array") return {};
  if (place !== "query" && place !== "formData") return {};
  if (collectionFormat === "multi") return { style: "form", explode: true };
  // There is no style with tabs: one that does not exist is noted.
  return { style: styles.get(String(collectionFormat)) ?? String(collectionFormat), explode: false };
}

/** The body of an operation by its parameters; undefined if none is a part of it. */
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
      ...pick(body, (name) => name === "description" || name === "required" || name.startsWith("x-")),
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
    };
  }
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ type }) => type === "file");
  const forms = consumes.filter((type) => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type));
  const usual = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const fit = hasFile ? forms.filter((type) => type.startsWith("multipart/")) : forms;
  const schema: JsonObject = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [String(field["name"]), fieldSchema(field)])),
    required: fields.flatMap((field) => (field["required"] === true ? [String(field["name"])] : [])),
  };
  const encoding = Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const style = styleOf(field);
      return Object.keys(style).length > 0 ? [[String(field["name"]), style]] : [];
    }),
  );
  const isRequired = fields.some(({ required }) => required === true);
  const content = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
  return {
    required: isRequired,
    content: Object.fromEntries((fit.length > 0 ? fit : [usual]).map((type) => [type, content])),
  };
}

function fieldSchema(field: JsonObject): Json {
  const schema = valueSchema(field);
  const { description } = field;
  return isJsonObject(schema) && description !== undefined ? { ...schema, description } : schema;
}
