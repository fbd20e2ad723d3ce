import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { convertValueSchema } from "./parameters.js";
import { convertReference, convertSchema } from "./schemas.js";
import { readObject, pickMembers } from "./values.js";

/** Converts a response, with one media type for each entry of `produces`. */
export function convertResponse(response: Json, produces: readonly string[]): Json {
  if (!isJsonObject(response)) return response;
  const { $ref, schema } = response;
  if (typeof $ref === "string") return { $ref: convertReference($ref) };
  const headers = Object.entries(readObject(response, "headers")).map(([name, header]): [string, Json] => [
    name,
    isJsonObject(header) ? { schema: convertValueSchema(header) } : header,
  ]);
  return {
    ...pickMembers(response, (name) => name === "description" || name.startsWith("x-")),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    ...convertContents(response, schema, produces),
  };
}

/** Converts the content of a response. Without a schema, its examples show the media types. */
function convertContents(
  response: JsonObject,
  schema: Json | undefined,
  produces: readonly string[],
): JsonObject {
  if (schema !== undefined) return { content: convertContent(schema, produces) };
  const exampleTypes = Object.keys(readObject(response, "examples")).filter((type) => type.includes("/"));
  return exampleTypes.length === 0
    ? {}
    : { content: Object.fromEntries(exampleTypes.map((type) => [type, {}])) };
}

function convertContent(schema: Json, produces: readonly string[]): JsonObject {
  const isFile = isJsonObject(schema) && schema["type"] === "file";
  const defaultType = isFile ? "application/octet-stream" : "application/json";
  const converted = convertSchema(schema);
  return Object.fromEntries(
    (produces.length > 0 ? produces : [defaultType]).map((type) => [type, { schema: converted }]),
  );
}
