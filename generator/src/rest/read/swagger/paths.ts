import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { readSteps } from "../spec-node.js";
import { convertBody, convertParameter, isInBody } from "./parameters.js";
import type { Placed } from "./placed.js";
import { convertResponse } from "./responses.js";
import { listServers } from "./servers.js";
import { listOf, objectAt, pick } from "./values.js";

/** Everything that paths take from the whole. */
export interface PathScope {
  readonly root: JsonObject;
  /** The media types of operations that name none. */
  readonly media: { readonly consumes: readonly string[]; readonly produces: readonly string[] };
  readonly placed: Placed;
}

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/** All paths. */
export function convertPaths(paths: JsonObject, scope: PathScope): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      isJsonObject(item) ? convertPath(item, ["paths", path], scope) : item,
    ]),
  );
}

function convertPath(item: JsonObject, pointer: readonly string[], scope: PathScope): JsonObject {
  const shared = parametersOf(item, scope);
  return Object.fromEntries(
    Object.entries(item).map(([name, value]): [string, Json] => {
      if (name === "parameters") return [name, withoutBody(value, scope)];
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
    consumes: Array.isArray(consumes) ? listOf(consumes) : scope.media.consumes,
    produces: Array.isArray(produces) ? listOf(produces) : scope.media.produces,
  };
  const own = parametersOf(operation, scope);
  const isOwn = (one: JsonObject): boolean => own.some((other) => isSame(one, other));
  const body = convertBody([...own, ...shared.filter((one) => !isOwn(one))], media.consumes);
  const place = Array.isArray(parameters)
    ? (parameters as readonly Json[]).findIndex((one) => isJsonObject(one) && isInBody(resolved(one, scope)))
    : -1;
  const from = [...pointer, ...(place < 0 ? [] : ["parameters", String(place)])];
  for (const type of Object.keys(body ? objectAt(body, "content") : {}))
    scope.placed.move([...pointer, "requestBody", "content", type], from);
  const moved = new Set(["consumes", "produces", "schemes", "parameters", "responses"]);
  const { host } = scope.root;
  return {
    ...pick(operation, (name) => !moved.has(name)),
    ...(Array.isArray(schemes) && host !== undefined
      ? { servers: listServers({ ...scope.root, schemes }) }
      : {}),
    ...(parameters === undefined ? {} : { parameters: withoutBody(parameters, scope) }),
    ...(body ? { requestBody: body } : {}),
    ...(isJsonObject(responses) ? { responses: convertResponses(responses, media.produces) } : {}),
  };
}

function convertResponses(responses: JsonObject, produces: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, convertResponse(response, produces)]),
  );
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return one["in"] === other["in"] && one["name"] === other["name"];
}

function parametersOf({ parameters }: JsonObject, scope: PathScope): readonly JsonObject[] {
  const list = Array.isArray(parameters) ? (parameters as readonly Json[]) : [];
  return list.filter(isJsonObject).map((one) => resolved(one, scope));
}

/** The parameters that are not part of a body. */
function withoutBody(parameters: Json, scope: PathScope): Json {
  if (!Array.isArray(parameters)) return parameters;
  return (parameters as readonly Json[])
    .filter((one) => !isJsonObject(one) || !isInBody(resolved(one, scope)))
    .map((one) => (isJsonObject(one) ? convertParameter(one) : one));
}

/** A parameter that is named by a reference; the reference itself, if it leads elsewhere. */
function resolved(parameter: JsonObject, { root }: PathScope): JsonObject {
  const { $ref } = parameter;
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return parameter;
  const [first = "", name = "", ...more] = readSteps($ref);
  const found = more.length === 0 ? objectAt(root, first)[name] : undefined;
  return isJsonObject(found) ? found : parameter;
}
