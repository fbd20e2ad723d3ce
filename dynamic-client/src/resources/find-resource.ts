import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { readFailure } from "../calls/call-failure.js";
import type { CallOptions, Client } from "../calls/client.js";
import { isJsonObject, type JsonObject } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import { isSameName, type ResourceKind } from "./resource-kind.js";

/** A resource in a document. */
export interface ResourceContent {
  /** The fields of the resource. */
  readonly json: JsonObject;
  /** The parameters of the path of a REST API, by their names. */
  readonly path: JsonObject;
}

/** The call that finds a resource. */
export interface ResourceIdentity {
  /** The Get, or the Get by parent and name. */
  readonly method: GuideMethod;
  readonly request: JsonObject;
  /** Identifies the resource among those of its kind. */
  readonly key: string;
  /** Whether the server assigns the ID, so that no resource can be created with it. */
  readonly isAssigned: boolean;
}

/**
 * Returns how the resource of a document is found: by its ID, else by parent and name, else by its resource name (AIP-122),
 * else by the path of its GET.
 *
 * @param parent The default parent.
 * @throws A UsageError if the document has none of these.
 */
export function identify(
  kind: ResourceKind,
  content: ResourceContent,
  parent?: string | undefined,
): ResourceIdentity {
  const { service, get, getByName } = kind;
  if (service.isRest) return identifyByPath(kind, content);
  const [field] = service.positionals(get);
  const id = field && resourceId(kind, content.json);
  if (field && id !== undefined) {
    return { method: get, request: { [field.name]: id }, key: id, isAssigned: !kind.isNamed };
  }
  const names = service.message(getByName?.request).fields;
  const given = names.map((one) => [one, textIn(content.json, one.name) ?? defaultOf(one, parent)] as const);
  const missing = given.filter(([, value]) => value === undefined).map(([{ name }]) => name);
  if (!getByName || missing.length === names.length) throw missingIdentity(kind);
  if (missing.length > 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `the ${kind.name} has no ${missing.join(" and ")}, by which it is found; add metadata.${missing.join(" and metadata.")}, or its ID`,
    );
  const request = Object.fromEntries(given.map(([{ name }, value]) => [name, value ?? ""]));
  return { method: getByName, request, key: JSON.stringify(request), isAssigned: false };
}

function defaultOf({ name }: GuideField, parent: string | undefined): string | undefined {
  return name === "parent_id" ? parent : undefined;
}

function missingIdentity({ name, get, getByName, isNamed }: ResourceKind): UsageError {
  const field = isNamed ? "name" : `metadata.${get.id ?? "id"}`;
  const other = getByName ? ", or its parent and name" : "";
  const reason = isNamed || getByName ? "" : ", because the API finds these resources only by their IDs";
  return new UsageError(
    "ARGUMENT_MISSING",
    `the document does not say which ${name} it is${reason}; add ${field}${other}`,
  );
}

function identifyByPath(kind: ResourceKind, { json, path }: ResourceContent): ResourceIdentity {
  const fields = kind.service.positionals(kind.get);
  const given = fields.map((field, at) => {
    const own = Object.entries(path).find(([name]) => isSameName(name, field.name))?.[1];
    const inside = Object.entries(json).find(([name]) => isSameName(name, field.name))?.[1];
    const isLast = at === fields.length - 1;
    return [field.name, own ?? inside ?? (isLast ? json["id"] : undefined)] as const;
  });
  const missing = given.filter(([, value]) => !isPlain(value)).map(([name]) => name);
  if (missing.length > 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `the document does not say which ${kind.name} it is: the path ${kind.get.http?.path ?? ""} needs ${missing.join(" and ")}; add $path: { ${missing.map((name) => `${name}: ...`).join(", ")} }`,
    );
  const request = Object.fromEntries(given.map(([name, value]) => [name, value ?? ""]));
  const key = Object.values(request).join("/");
  return { method: kind.get, request, key, isAssigned: false };
}

function isPlain(value: GuideJson | undefined): boolean {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

/** Returns a text of a resource that is below `metadata` or at the top, by the name of its field in the proto or in JSON. */
export function textIn(json: GuideJson, name: string): string | undefined {
  if (!isJsonObject(json)) return undefined;
  for (const part of [json["metadata"], json]) {
    if (!isJsonObject(part)) continue;
    const value = Object.entries(part).find(([one]) => isSameName(one, name))?.[1];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** Returns the ID of a resource, or its name if resources of the kind are identified by it (AIP-122). */
export function resourceId(kind: ResourceKind, json: GuideJson): string | undefined {
  if (kind.isNamed)
    return isJsonObject(json) && typeof json["name"] === "string" && json["name"] !== ""
      ? json["name"]
      : undefined;
  return textIn(json, kind.get.id ?? "id") ?? textIn(json, "id");
}

/** Reads a resource. Returns undefined if there is none. */
export async function findResource(
  { service }: ResourceKind,
  client: Client,
  { method, request }: ResourceIdentity,
  options: CallOptions,
): Promise<object | undefined> {
  try {
    const message = service.codec.fromJson(method.request, request);
    return (await client.call(method, method.local, message, options)) as object;
  } catch (error) {
    const { code, status } = readFailure(error);
    if (code === "NOT_FOUND" || status === 404) return undefined;
    throw error;
  }
}
