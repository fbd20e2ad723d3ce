import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { findField } from "../messages/message-fields.js";
import { UsageError } from "../text/usage-error.js";
import { isJsonObject, type JsonObject } from "../text/json-object.js";
import type { ResourceContent } from "./find-resource.js";
import { isSameName, pathParameters, resourceField, type ResourceKind } from "./resource-kind.js";

/**
 * Returns the request, as JSON, that creates the resource of a document. Fields that only the server writes are left out.
 *
 * @throws A UsageError if the API has no Create.
 */
export function createRequest(kind: ResourceKind, content: ResourceContent): JsonObject {
  const { service, create, name } = kind;
  if (!create)
    throw new UsageError(
      "UNSUPPORTED",
      `the ${name} does not exist, and the API has no method to create it; correct the ID or the name`,
    );
  const field = resourceField(kind, create);
  const json = withoutServerManaged(kind, kind.type, content.json);
  if (service.isRest) return restRequest(kind, create, { ...content, json });
  if (field === undefined) return requestFields(kind, create, json);
  const parts = splitName(content.json["name"]);
  const idField = findIdField(kind, create);
  const { name: _, ...unnamed } = json;
  const isNamed = kind.isNamed && idField !== undefined && parts !== undefined;
  const parent = service.message(create.request).fields.find((one) => one.name === "parent");
  return {
    ...(parent && parts?.parent ? { parent: parts.parent } : {}),
    ...(isNamed ? { [idField.name]: parts.id } : {}),
    [field.name]: isNamed ? unnamed : json,
  };
}

/** Returns the fields that a request has. Unknown ones stay, so that the request is refused. */
function requestFields(
  { service, type }: ResourceKind,
  { request }: GuideMethod,
  json: JsonObject,
): JsonObject {
  return Object.fromEntries(
    Object.entries(json).filter(
      ([name]) => findField(service, request, name) !== undefined || !findField(service, type, name),
    ),
  );
}

/** Splits a resource name (AIP-122): `shelves/s/books/b` into the parent `shelves/s` and the ID `b`. */
function splitName(
  name: GuideJson | undefined,
): { readonly parent: string; readonly id: string } | undefined {
  if (typeof name !== "string" || name === "") return undefined;
  const parts = name.split("/");
  return { parent: parts.slice(0, -2).join("/"), id: parts.at(-1) ?? "" };
}

/** Finds the field of a Create with the ID of the new resource (AIP-133): `book_id`. */
function findIdField(
  { service }: ResourceKind,
  { request, word, requestId }: GuideMethod,
): GuideField | undefined {
  const texts = service
    .message(request)
    .fields.filter(({ kind, name, isList }) => kind === "string" && !isList && name !== requestId);
  const noun = word.slice(word.indexOf("-") + 1);
  return (
    texts.find(({ name }) => isSameName(name, `${noun}-id`)) ?? texts.find(({ name }) => name.endsWith("_id"))
  );
}

function restRequest(kind: ResourceKind, create: GuideMethod, { json, path }: ResourceContent): JsonObject {
  const { fields } = kind.service.message(create.request);
  const names = pathParameters(kind.get);
  const inPath = pathParameters(create).map(
    (name, at) =>
      [name, valueOf(path, name) ?? valueOf(path, names[at] ?? "") ?? valueOf(json, name)] as const,
  );
  const missing = inPath.filter(([, value]) => value === undefined).map(([name]) => name);
  if (missing.length > 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `the path ${create.http?.path ?? ""} needs ${missing.join(" and ")}; add $path: { ${missing.map((name) => `${name}: ...`).join(", ")} }`,
    );
  const body = fields.find(({ place }) => place === "body");
  const own = body && kind.service.isDescribed(body) ? kind.service.message(body.type).fields : undefined;
  const isOwn = (name: string): boolean => own?.some((one) => one.name === name) ?? true;
  // A parameter of the path may be in the document for the sake of its readers.
  const isParameter = (name: string): boolean => inPath.some(([one]) => isSameName(one, name));
  const content = Object.entries(json).filter(([name]) => isOwn(name) || !isParameter(name));
  return {
    ...Object.fromEntries(inPath.map(([name, value]) => [name, value ?? ""])),
    ...(body ? { body: Object.fromEntries(content) } : {}),
  };
}

function valueOf(json: JsonObject, name: string): GuideJson | undefined {
  return Object.entries(json).find(([one]) => isSameName(one, name))?.[1];
}

/** Removes the fields that only the server writes. */
export function withoutServerManaged(kind: ResourceKind, type: string, json: JsonObject): JsonObject {
  const { service } = kind;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]): [string, GuideJson][] => {
      const field = findField(service, type, name);
      if (field && kind.isServerManaged(type, field)) return [];
      return [[name, field && service.isDescribed(field) ? inside(kind, field, value) : value]];
    }),
  );
}

function inside(kind: ResourceKind, field: GuideField, value: GuideJson): GuideJson {
  const { type = "" } = field;
  if (Array.isArray(value))
    return (value as readonly GuideJson[]).map((one) => inside(kind, { ...field, isList: undefined }, one));
  if (!isJsonObject(value)) return value;
  if (field.mapKey === undefined) return withoutServerManaged(kind, type, value);
  const one = { ...field, mapKey: undefined };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(kind, one, inner)]));
}
