import { pathItemMethods, additionalOperations } from "./model/find-operations.js";
import { formatOperationKey } from "./model/name-lock.js";
import type { RestApi } from "./model/rest-api.js";
import { isJsonObject, type Json, type JsonObject } from "./read/json.js";
import { parsePointer } from "./read/spec-node.js";

/** Returns the description with only the operations of a package, and the components that these reference. */
export function filterDescription(root: JsonObject, api: RestApi): JsonObject {
  const operations = api.groups.flatMap((group) => group.operations);
  const retained = new Set(operations.map(({ method, pathKey }) => `${method} ${pathKey}`));
  // Most packages contain all operations.
  if (listOperations(root).every((one) => retained.has(one))) return root;
  const { components = {}, tags = [], ...rest } = root;
  const paths = filterPaths(rest["paths"] ?? {}, retained);
  const used = new Set(Object.values(paths).flatMap(listTags));
  return {
    ...rest,
    paths,
    tags: (Array.isArray(tags) ? (tags as readonly Json[]) : []).filter(
      (tag) => isJsonObject(tag) && used.has(tag["name"] ?? null),
    ),
    components: filterComponents(components, [paths, rest["webhooks"] ?? null, rest["x-webhooks"] ?? null]),
  };
}

/** Returns the lock file without the operations that the filtered description omits. */
export function filterLock(text: string, root: JsonObject, document: JsonObject): JsonObject {
  const lock = JSON.parse(text) as { readonly names: Readonly<Record<string, JsonObject>> } & JsonObject;
  if (document === root) return lock;
  const retainedKeys = new Set(listOperationKeys(document));
  const omittedKeys = new Set(listOperationKeys(root).filter((place) => !retainedKeys.has(place)));
  // A key ends with the key of its operation: `error of GET /pets/{}`.
  const isOmitted = (key: string): boolean => omittedKeys.has(/[A-Z]+ \/.*$/.exec(key)?.[0] ?? "");
  const names = Object.entries(lock.names).map(([scope, given]): [string, JsonObject] => [
    scope,
    Object.fromEntries(Object.entries(given).filter(([key]) => !isOmitted(key))),
  ]);
  return { ...lock, names: Object.fromEntries(names) };
}

function listOperationKeys({ paths = {} }: JsonObject): readonly string[] {
  return listOperations({ paths }).map((one) => {
    const [method = "", ...path] = one.split(" ");
    return formatOperationKey(method, path.join(" "));
  });
}

/** Lists the operations as `GET /pets/{id}`. A path item with a `$ref` counts as one operation: `$REF /pets`. */
function listOperations({ paths = {} }: JsonObject): readonly string[] {
  if (!isJsonObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    isJsonObject(item) ? listMethods(item).map((method) => `${method} ${path}`) : [],
  );
}

function listMethods(item: JsonObject): readonly string[] {
  const usual = ["$ref", ...pathItemMethods].filter((name) => item[name]).map((name) => name.toUpperCase());
  return [...usual, ...Object.keys(readAdditionalOperations(item))];
}

function readAdditionalOperations(item: JsonObject): JsonObject {
  const others = item[additionalOperations];
  return isJsonObject(others) ? others : {};
}

/** Returns the path items with retained operations, without their other operations. */
function filterPaths(paths: Json, retained: ReadonlySet<string>): JsonObject {
  if (!isJsonObject(paths)) return {};
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]): [string, Json][] => {
      if (!isJsonObject(item)) return [];
      const isRetained = (name: string): boolean => retained.has(`${name} ${path}`);
      if (!listMethods(item).some(isRetained)) return [];
      const others = Object.entries(readAdditionalOperations(item)).filter(([name]) => isRetained(name));
      const retainedMembers = Object.entries(item).flatMap(([name, value]): [string, Json][] => {
        if (name === additionalOperations) return [[name, Object.fromEntries(others)]];
        return pathItemMethods.includes(name) && !isRetained(name.toUpperCase()) ? [] : [[name, value]];
      });
      return [[path, Object.fromEntries(retainedMembers)]];
    }),
  );
}

function listPathItemOperations(item: Json): readonly JsonObject[] {
  if (!isJsonObject(item)) return [];
  return [
    ...pathItemMethods.map((method) => item[method]),
    ...Object.values(readAdditionalOperations(item)),
  ].filter(isJsonObject);
}

function listTags(item: Json): readonly Json[] {
  return listPathItemOperations(item).flatMap(({ tags }) =>
    Array.isArray(tags) ? (tags as readonly Json[]) : [],
  );
}

/** Returns all schemas and security schemes, and those of the other components that are referenced. */
function filterComponents(components: Json, roots: readonly Json[]): JsonObject {
  if (!isJsonObject(components)) return {};
  const { schemas = {}, securitySchemes = {} } = components;
  const retained: Record<string, Record<string, Json>> = {};
  const queue: Json[] = [...roots, schemas];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    for (const reference of listReferences(value)) {
      const [root, kind = "", name = ""] = reference.startsWith("#/") ? parsePointer(reference) : [];
      if (root !== "components") continue;
      const group = components[kind];
      const found = isJsonObject(group) && Object.hasOwn(group, name) ? group[name] : undefined;
      if (found === undefined || kind === "schemas" || Object.hasOwn(retained[kind] ?? {}, name)) continue;
      retained[kind] = { ...retained[kind], [name]: found };
      queue.push(found);
    }
  }
  return { schemas, securitySchemes, ...retained };
}

function listReferences(value: Json): readonly string[] {
  const found: string[] = [];
  const visit = (one: Json): void => {
    if (Array.isArray(one)) one.forEach(visit);
    else if (isJsonObject(one)) {
      for (const [name, inner] of Object.entries(one)) {
        if (name === "$ref" && typeof inner === "string") found.push(inner);
        else visit(inner);
      }
    }
  };
  visit(value);
  return found;
}
