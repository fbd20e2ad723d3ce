/**
 * Swagger 2.0 as OpenAPI 3.0: the same API in the words of the younger format, by "Changes" of both specifications.
 */
import { isJsonObject, type Json, type JsonObject } from "../json.js";
import type { SpecText } from "../spec-text.js";
import { convertParameter, isInBody } from "./parameters.js";
import { convertPaths } from "./paths.js";
import { Placed } from "./placed.js";
import { convertResponse } from "./responses.js";
import { convertSchema } from "./schemas.js";
import { convertSchemes } from "./security.js";
import { listServers } from "./servers.js";
import { listOf, objectAt } from "./values.js";

/** A description in OpenAPI 3, if it is in Swagger 2.0; any other is given back. Its places are those of the file. */
export function withoutSwagger(spec: SpecText): SpecText {
  const { root } = spec;
  if (String(root["swagger"]) !== "2.0") return spec;
  const placed = new Placed();
  const converted = convert(root, placed);
  return { ...spec, root: converted, findPlace: (pointer) => spec.findPlace(placed.origin(pointer)) };
}

function convert(root: JsonObject, placed: Placed): JsonObject {
  const { info, tags, security, externalDocs } = root;
  const extensions = Object.entries(root).filter(([name]) => name.startsWith("x-"));
  const media = { consumes: listOf(root["consumes"]), produces: listOf(root["produces"]) };
  // Files that were joined bring schemas under the name that they have in OpenAPI 3.
  const joined = objectAt(objectAt(root, "components"), "schemas");
  const scope = { root, media, placed };
  return {
    openapi: "3.0.3",
    ...given({ info, tags, security, externalDocs }),
    ...Object.fromEntries(extensions),
    servers: listServers(root),
    paths: convertPaths(objectAt(root, "paths"), scope),
    components: {
      schemas: {
        ...mapped(root, "definitions", (schema) => convertSchema(schema)),
        ...Object.fromEntries(Object.entries(joined).map(([name, one]) => [name, convertSchema(one)])),
      },
      parameters: Object.fromEntries(
        Object.entries(objectAt(root, "parameters")).flatMap(([name, parameter]): [string, Json][] =>
          isJsonObject(parameter) && !isInBody(parameter) ? [[name, convertParameter(parameter)]] : [],
        ),
      ),
      responses: mapped(root, "responses", (response) => convertResponse(response, media.produces)),
      securitySchemes: convertSchemes(objectAt(root, "securityDefinitions")),
    },
  };
}

function mapped(root: JsonObject, name: string, convertOne: (value: Json) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(objectAt(root, name)).map(([key, value]) => [key, convertOne(value)]),
  );
}

function given(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
