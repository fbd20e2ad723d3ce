import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { parsePointer } from "../spec-node.js";
import { convertBody, convertParameter, isInBody } from "./parameters.js";
import type { MovedPointers } from "./moved-pointers.js";
import { convertResponse } from "./responses.js";
import { listServers } from "./servers.js";
import { readStrings, readObject, pickMembers } from "./values.js";

/** The parts of the document that paths depend on. */
export interface PathScope {
  readonly root: JsonObject;
  /** The media types of operations that name none. */
  readonly media: { readonly consumes: readonly string[]; readonly produces: readonly string[] };
  readonly movedPointers: MovedPointers;
}

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/** Converts `paths`. */
export function convertPaths(paths: JsonObject, scope: PathScope): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      isJsonObject(item) ? convertPath(item, ["paths", path], scope) : item,
    ]),
  );
}

function convertPath(item: JsonObject, pointer: readonly string[], scope: PathScope): JsonObject {
  const shared = listParameters(item, scope);
  return Object.fromEntries(
    Object.entries(item).map(([name, value]): [string, Json] => {
      if (name === "parameters") return [name, removeBodyParameters(value, scope)];
      if (!methods.has(name) || !isJsonObject(value)) return [name, value];
      return [name, convertOperation(value, [...pointer, name], shared, scope)];
    }),
  );
}

function convertOperation(
  operation: JsonObject,
  pointer: readonly string[],
  shared: readonly JsonObject[],
  scope: PathScope,
): JsonObject {
  const { consumes, produces, schemes, parameters, responses } = operation;
  const media = {
    consumes: Array.isArray(consumes) ? readStrings(consumes) : scope.media.consumes,
    produces: Array.isArray(produces) ? readStrings(produces) : scope.media.produces,
  };
  const ownParameters = listParameters(operation, scope);
  const isOverridden = (one: JsonObject): boolean =>
    ownParameters.some((other) => isSameParameter(one, other));
  const body = convertBody([...ownParameters, ...shared.filter((one) => !isOverridden(one))], media.consumes);
  const bodyIndex = Array.isArray(parameters)
    ? (parameters as readonly Json[]).findIndex(
        (one) => isJsonObject(one) && isInBody(resolveParameter(one, scope)),
      )
    : -1;
  const origin = [...pointer, ...(bodyIndex < 0 ? [] : ["parameters", String(bodyIndex)])];
  for (const type of Object.keys(body ? readObject(body, "content") : {}))
    scope.movedPointers.add([...pointer, "requestBody", "content", type], origin);
  const convertedMembers = new Set(["consumes", "produces", "schemes", "parameters", "responses"]);
  const { host } = scope.root;
  return {
    ...pickMembers(operation, (name) => !convertedMembers.has(name)),
    ...(Array.isArray(schemes) && host !== undefined
      ? { servers: listServers({ ...scope.root, schemes }) }
      : {}),
    ...(parameters === undefined ? {} : { parameters: removeBodyParameters(parameters, scope) }),
    ...(body ? { requestBody: body } : {}),
    ...(isJsonObject(responses) ? { responses: convertResponses(responses, media.produces) } : {}),
  };
}

function convertResponses(responses: JsonObject, produces: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, convertResponse(response, produces)]),
  );
}

function isSameParameter(one: JsonObject, other: JsonObject): boolean {
  return one["in"] === other["in"] && one["name"] === other["name"];
}

function listParameters({ parameters }: JsonObject, scope: PathScope): readonly JsonObject[] {
  const list = Array.isArray(parameters) ? (parameters as readonly Json[]) : [];
  return list.filter(isJsonObject).map((one) => resolveParameter(one, scope));
}

/** Converts the parameters that are not part of the body. */
function removeBodyParameters(parameters: Json, scope: PathScope): Json {
  if (!Array.isArray(parameters)) return parameters;
  return (parameters as readonly Json[])
    .filter((one) => !isJsonObject(one) || !isInBody(resolveParameter(one, scope)))
    .map((one) => (isJsonObject(one) ? convertParameter(one) : one));
}

/** Resolves a parameter reference within the document. Returns other references unchanged. */
function resolveParameter(parameter: JsonObject, { root }: PathScope): JsonObject {
  const { $ref } = parameter;
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return parameter;
  const [first = "", name = "", ...more] = parsePointer($ref);
  const found = more.length === 0 ? readObject(root, first)[name] : undefined;
  return isJsonObject(found) ? found : parameter;
}
