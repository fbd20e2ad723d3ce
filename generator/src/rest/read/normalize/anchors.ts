import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { rewriteSchemas } from "./rewrite-schemas.js";

/** The schemas of a document that references may name by `$id` and `$anchor` (JSON Schema 2020-12). */
interface Resources {
  /** Pointers of schemas with `$id`, by their URI. */
  readonly ids: Map<string, string>;
  /** Pointers of schemas with `$anchor` or `$dynamicAnchor`, by the URI of their resource and their name. */
  readonly anchors: Map<string, string>;
  /** The URI of the resource of each schema. */
  readonly resourceOf: Map<JsonObject, string>;
}

/** The keywords that this module resolves. */
const keywords = /"\$(id|anchor|dynamicAnchor|dynamicRef)"/;

/**
 * Returns a document whose references are pointers: those to `$id` and `$anchor`, and `$dynamicRef`. A schema that
 * references a generic one and binds its `$dynamicRef` becomes a copy of it.
 */
export function resolveAnchors(root: JsonObject): JsonObject {
  if (!keywords.test(JSON.stringify(root["components"] ?? {}))) return root;
  const resources = indexResources(root);
  const resolved = rewriteReferences(root, resources);
  return rewriteSchemas(resolved, (schema) => bindDynamic(schema, resolved));
}

const documentUri = "https://description.invalid/";

function indexResources(root: JsonObject): Resources {
  const resources: Resources = { ids: new Map(), anchors: new Map(), resourceOf: new Map() };
  const visit = (value: Json, pointer: string, base: string, component: string): void => {
    if (typeof value !== "object" || value === null) return;
    const own = isJsonObject(value) ? value : undefined;
    const uri = typeof own?.["$id"] === "string" ? resolveUri(own["$id"], base) : base;
    if (own) {
      if (uri !== base) resources.ids.set(uri, pointer);
      resources.resourceOf.set(own, uri);
      for (const name of [own["$anchor"], own["$dynamicAnchor"]]) {
        if (typeof name !== "string") continue;
        // Anchors of one component come first, because components are often written as documents of their own.
        for (const key of [`${component}#${name}`, `${uri}#${name}`, `#${name}`]) {
          if (!resources.anchors.has(key)) resources.anchors.set(key, pointer);
        }
      }
    }
    for (const [name, part] of Object.entries(value as JsonObject)) {
      const below = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      visit(part, below, uri, component || (pointer === "#/components/schemas" ? below : ""));
    }
  };
  visit(root, "#", documentUri, "");
  return resources;
}

function rewriteReferences(root: JsonObject, { ids, anchors, resourceOf }: Resources): JsonObject {
  const find = (reference: string, schema: JsonObject, component: string): string => {
    const base = resourceOf.get(schema) ?? documentUri;
    const at = reference.indexOf("#");
    const [address, fragment] = at < 0 ? [reference, ""] : [reference.slice(0, at), reference.slice(at + 1)];
    const uri = address === "" ? base : resolveUri(address, base);
    if (fragment !== "" && !fragment.startsWith("/")) {
      const known = address === "" ? anchors.get(`${component}#${fragment}`) : undefined;
      return known ?? anchors.get(`${uri}#${fragment}`) ?? anchors.get(`#${fragment}`) ?? reference;
    }
    const target = ids.get(uri);
    if (target === undefined) return reference;
    // A pointer may also count from the root of the description.
    const isInside = address !== "" || findValue(root, `${target}${fragment}`) !== undefined;
    return isInside ? `${target}${fragment}` : reference;
  };
  return rewriteSchemas(root, (schema, pointer) => {
    const { $ref, $dynamicRef } = schema;
    const component = (): string => `#/${pointer().slice(0, 3).join("/")}`;
    const rewrite = (text: Json | undefined): string | undefined =>
      typeof text !== "string" || text.startsWith("#/components/")
        ? undefined
        : find(text, schema, component());
    const [target, dynamic] = [rewrite($ref), rewrite($dynamicRef)];
    if (target === undefined && dynamic === undefined) return schema;
    return {
      ...schema,
      ...(target !== undefined && { $ref: target }),
      ...(dynamic !== undefined && { [dynamicTarget]: dynamic }),
    };
  });
}

/** The keyword that holds the resolved target of `$dynamicRef` until it is bound. */
const dynamicTarget = "$dynamicTarget";

/** Replaces `$dynamicRef` by `$ref`, in a copy of the target if the schema binds its anchors. */
function bindDynamic(schema: JsonObject, root: JsonObject): JsonObject {
  const { [dynamicTarget]: target, $dynamicRef: _, ...rest } = schema;
  if (typeof target === "string") return { ...rest, $ref: target };
  const { $ref, ...siblings } = schema;
  if (typeof $ref !== "string") return schema;
  const bound = listBindings(siblings);
  const generic = bound.size > 0 ? findValue(root, $ref) : undefined;
  if (!isJsonObject(generic) || !JSON.stringify(generic).includes(`"${dynamicTarget}"`)) return schema;
  const { $id: __, $defs: ___, $dynamicAnchor: ____, ...copy } = generic;
  const { allOf = [], ...others } = siblings;
  return {
    ...others,
    allOf: [...(Array.isArray(allOf) ? (allOf as readonly Json[]) : []), bind(copy, bound)],
  };
}

/** Returns what the `$defs` of a schema bind, by the names of dynamic anchors. */
function listBindings(schema: JsonObject): ReadonlyMap<string, Json> {
  const definitions = isJsonObject(schema["$defs"]) ? Object.values(schema["$defs"]) : [];
  return new Map(
    definitions.flatMap((one): readonly (readonly [string, Json])[] => {
      const { $dynamicAnchor, $anchor: _, ...bound } = isJsonObject(one) ? one : {};
      return typeof $dynamicAnchor === "string" ? [[$dynamicAnchor, bound]] : [];
    }),
  );
}

function bind(value: Json, bound: ReadonlyMap<string, Json>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => bind(item, bound));
  if (!isJsonObject(value)) return value;
  const name = value["$dynamicRef"];
  const own = typeof name === "string" ? bound.get(name.slice(name.indexOf("#") + 1)) : undefined;
  if (own !== undefined) return own;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, bind(part, bound)]));
}

function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href.replace(/#$/, "");
  } catch {
    return reference;
  }
}

/** Returns the value at a pointer such as `#/components/schemas/Pet`. */
function findValue(root: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const step of pointer.split("/").slice(1)) {
    const name: string = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
