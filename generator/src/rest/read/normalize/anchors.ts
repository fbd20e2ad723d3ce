import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { bindDynamicReferences, dynamicTarget } from "./dynamic-references.js";
import { findValue } from "./find-value.js";
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
const keywords = /"\$(id|anchor|dynamicAnchor|dynamicRef)":/;

/** Returns a document whose references are pointers: those to `$id` and `$anchor`, and `$dynamicRef`. */
export function resolveAnchors(root: JsonObject): JsonObject {
  if (!keywords.test(JSON.stringify(root))) return root;
  return bindDynamicReferences(rewriteReferences(root, indexResources(root)));
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

function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href.replace(/#$/, "");
  } catch {
    return reference;
  }
}
