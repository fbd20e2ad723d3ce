import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { valueSchema } from "./parameters.js";
import { convertReference, convertSchema } from "./schemas.js";
import { objectAt, pick } from "./values.js";

/** A response, in each of the forms that the operation produces. */
export function convertResponse(response: Json, produces: readonly string[]): Json {
  if (!isJsonObject(response)) return response;
  const { $ref, schema } = response;
  if (typeof $ref === "string") return { $ref: convertReference($ref) };
  const headers = Object.entries(objectAt(response, "headers")).map(([name, header]): [string, Json] => [
    name,
    isJsonObject(header) ? { schema: valueSchema(header) } : header,
  ]);
  return {
    ...pick(response, (name) => name === "description" || name.startsWith("x-")),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    ...contentOf(response, schema, produces),
  };
}

/** A response without a schema may have a body all the same, of which there are examples. */
function contentOf(response: JsonObject, schema: Json | undefined, produces: readonly string[]): JsonObject {
  if (schema !== undefined) return { content: convertContent(schema, produces) };
  const shown = Object.keys(objectAt(response, "examples")).filter((type) => type.includes("/"));
  return shown.length === 0 ? {} : { content: Object.fromEntries(shown.map((type) => [type, {}])) };
}

function convertContent(schema: Json, produces: readonly string[]): JsonObject {
  const isFile = isJsonObject(schema) && schema["type"] === "file";
  const usual = isFile ? "application/octet-stream" : "application/json";
  const converted = convertSchema(schema);
  return Object.fromEntries(
    (produces.length > 0 ? produces : [usual]).map((type) => [type, { schema: converted }]),
  );
}
