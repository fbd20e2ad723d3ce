import { methods, otherMethods } from "./model/found-operations.js";
import { writePlace } from "./model/name-lock.js";
import type { RestApi } from "./model/rest-api.js";
import { isJsonObject, type Json, type JsonObject } from "./read/json.js";
import { parsePointer } from "./read/spec-node.js";

/** The description with the operations that the package has, and what these name. */
export function documentPart(root: JsonObject, api: RestApi): JsonObject {
  const operations = api.groups.flatMap((group) => group.operations);
  const kept = new Set(operations.map(({ method, place }) => `${method} ${place}`));
  // Most often it is all of it, and then nothing has to be looked for.
  if (listOperations(root).every((one) => kept.has(one))) return root;
  const { components = {}, tags = [], ...rest } = root;
  const paths = pickPaths(rest["paths"] ?? {}, kept);
  const used = new Set(Object.values(paths).flatMap(tagsIn));
  return {
    ...rest,
    paths,
    tags: (Array.isArray(tags) ? (tags as readonly Json[]) : []).filter(
      (tag) => isJsonObject(tag) && used.has(tag["name"] ?? null),
    ),
    components: pickComponents(components, [paths, rest["webhooks"] ?? null, rest["x-webhooks"] ?? null]),
  };
}

/** The lock file without the operations that were left out. */
export function lockPart(text: string, root: JsonObject, document: JsonObject): JsonObject {
  const lock = JSON.parse(text) as { readonly names: Readonly<Record<string, JsonObject>> } & JsonObject;
  if (document === root) return lock;
  const kept = new Set(placesIn(document));
  const leftOut = new Set(placesIn(root).filter((place) => !kept.has(place)));
  // A key is a place, with words before it: `error of GET /pets/{}`.
  const isOfOne = (key: string): boolean => leftOut.has(/[A-Z]+ \/.*$/.exec(key)?.[0] ?? "");
  const names = Object.entries(lock.names).map(([scope, given]): [string, JsonObject] => [
    scope,
    Object.fromEntries(Object.entries(given).filter(([key]) => !isOfOne(key))),
  ]);
  return { ...lock, names: Object.fromEntries(names) };
}

function placesIn({ paths = {} }: JsonObject): readonly string[] {
  return listOperations({ paths }).map((one) => {
    const [method = "", ...path] = one.split(" ");
    return writePlace(method, path.join(" "));
  });
}

/** `GET /pets/{id}` of each operation; a path that is described elsewhere counts as one, `$REF /pets`. */
function listOperations({ paths = {} }: JsonObject): readonly string[] {
  if (!isJsonObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    isJsonObject(item) ? methodsIn(item).map((method) => `${method} ${path}`) : [],
  );
}

function methodsIn(item: JsonObject): readonly string[] {
  const usual = ["$ref", ...methods].filter((name) => item[name]).map((name) => name.toUpperCase());
  return [...usual, ...Object.keys(othersIn(item))];
}

function othersIn(item: JsonObject): JsonObject {
  const others = item[otherMethods];
  return isJsonObject(others) ? others : {};
}

/** The paths that have an operation which is kept, without their other operations. */
function pickPaths(paths: Json, kept: ReadonlySet<string>): JsonObject {
  if (!isJsonObject(paths)) return {};
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]): [string, Json][] => {
      if (!isJsonObject(item)) return [];
      const isKept = (name: string): boolean => kept.has(`${name} ${path}`);
      if (!methodsIn(item).some(isKept)) return [];
      const others = Object.entries(othersIn(item)).filter(([name]) => isKept(name));
      const left = Object.entries(item).flatMap(([name, value]): [string, Json][] => {
        if (name === otherMethods) return [[name, Object.fromEntries(others)]];
        return methods.includes(name) && !isKept(name.toUpperCase()) ? [] : [[name, value]];
      });
      return [[path, Object.fromEntries(left)]];
    }),
  );
}

function operationsIn(item: Json): readonly JsonObject[] {
  if (!isJsonObject(item)) return [];
  return [...methods.map((method) => item[method]), ...Object.values(othersIn(item))].filter(isJsonObject);
}

function tagsIn(item: Json): readonly Json[] {
  return operationsIn(item).flatMap(({ tags }) => (Array.isArray(tags) ? (tags as readonly Json[]) : []));
}

/** All schemas, which are the package's models, and schemes of credentials; of other components those that are named. */
function pickComponents(components: Json, users: readonly Json[]): JsonObject {
  if (!isJsonObject(components)) return {};
  const { schemas = {}, securitySchemes = {} } = components;
  const kept: Record<string, Record<string, Json>> = {};
  const queue: Json[] = [...users, schemas];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    for (const reference of referencesIn(value)) {
      const [root, kind = "", name = ""] = reference.startsWith("#/") ? parsePointer(reference) : [];
      if (root !== "components") continue;
      const group = components[kind];
      const found = isJsonObject(group) && Object.hasOwn(group, name) ? group[name] : undefined;
      if (found === undefined || kind === "schemas" || Object.hasOwn(kept[kind] ?? {}, name)) continue;
      kept[kind] = { ...kept[kind], [name]: found };
      queue.push(found);
    }
  }
  return { schemas, securitySchemes, ...kept };
}

function referencesIn(value: Json): readonly string[] {
  const found: string[] = [];
  const look = (one: Json): void => {
    if (Array.isArray(one)) one.forEach(look);
    else if (isJsonObject(one)) {
      for (const [name, inner] of Object.entries(one)) {
        if (name === "$ref" && typeof inner === "string") found.push(inner);
        else look(inner);
      }
    }
  };
  look(value);
  return found;
}
