/** Converts Swagger 2.0 to OpenAPI 3.0. */
import { isJsonObject, type Json, type JsonObject } from "../json.js";
import type { SpecText } from "../spec-text.js";
import { convertParameter, isInBody } from "./parameters.js";
import { convertPaths } from "./paths.js";
import { MovedPointers } from "./moved-pointers.js";
import { convertResponse } from "./responses.js";
import { convertSchema } from "./schemas.js";
import { convertSchemes } from "./security.js";
import { listServers } from "./servers.js";
import { readStrings, readObject } from "./values.js";

/** Converts a Swagger 2.0 description, and returns any other unchanged. Positions are those of the Swagger file. */
export function convertSwagger(spec: SpecText): SpecText {
  const { root } = spec;
  // Without quotes, YAML reads 2.0 as the number 2.
  if (!/^\s*2(\.0)*\s*$/.test(String(root["swagger"]))) return spec;
  const movedPointers = new MovedPointers();
  const converted = convertDocument(root, movedPointers);
  return {
    ...spec,
    root: converted,
    findPosition: (pointer) => spec.findPosition(movedPointers.findOrigin(pointer)),
  };
}

function convertDocument(root: JsonObject, movedPointers: MovedPointers): JsonObject {
  const { info, tags, security, externalDocs } = root;
  const extensions = Object.entries(root).filter(([name]) => name.startsWith("x-"));
  const media = { consumes: readStrings(root["consumes"]), produces: readStrings(root["produces"]) };
  // Joining files adds schemas under their OpenAPI 3 name.
  const joinedSchemas = readObject(readObject(root, "components"), "schemas");
  const scope = { root, media, movedPointers };
  return {
    openapi: "3.0.3",
    ...omitUndefined({ info, tags, security, externalDocs }),
    ...Object.fromEntries(extensions),
    servers: listServers(root),
    paths: convertPaths(readObject(root, "paths"), scope),
    components: {
      schemas: {
        ...convertMembers(root, "definitions", (schema) => convertSchema(schema)),
        ...Object.fromEntries(Object.entries(joinedSchemas).map(([name, one]) => [name, convertSchema(one)])),
      },
      parameters: Object.fromEntries(
        Object.entries(readObject(root, "parameters")).flatMap(([name, parameter]): [string, Json][] =>
          isJsonObject(parameter) && !isInBody(parameter) ? [[name, convertParameter(parameter)]] : [],
        ),
      ),
      responses: convertMembers(root, "responses", (response) => convertResponse(response, media.produces)),
      securitySchemes: convertSchemes(readObject(root, "securityDefinitions")),
    },
  };
}

function convertMembers(root: JsonObject, name: string, convertOne: (value: Json) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(readObject(root, name)).map(([key, value]) => [key, convertOne(value)]),
  );
}

function omitUndefined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
