import type { SpecNode } from "../read/spec-node.js";
import { hasRole, isHolder, normalizeName, type PageRole } from "../runtime/page-signs.js";

/** The place of the list in a response. */
export interface ListPlace {
  /** Empty if the response is the list. */
  readonly path: readonly string[];
  readonly list: SpecNode;
  /** Every response has it. */
  readonly isRequired: boolean;
}

/** Returns the properties of an object, including those of its parts. */
export function listProperties(schema: SpecNode, depth = 0): ReadonlyMap<string, SpecNode> {
  const own = schema.get("properties");
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((name) => schema.get(name)?.items() ?? []);
  return new Map([
    ...(depth > 4 ? [] : parts.flatMap((part) => [...listProperties(part.resolveSchema(), depth + 1)])),
    ...Object.keys(own?.value ?? {}).flatMap((name) => {
      const node = own?.get(name);
      return node ? [[name, node.resolveSchema()] as const] : [];
    }),
  ]);
}

/** Lists of a response that are never what it is about. */
const otherLists = /^(errors?|warnings?|messages|links?|included|facets|aggregations|schemas|notices)$/;
const usualLists = [
  "items",
  "data",
  "results",
  "result",
  "value",
  "values",
  "entries",
  "records",
  "content",
  "list",
];
const containers =
  /^(data|results?|responses?|hits|embedded|payload|body|list|d|searchresults|records|items|page|content|objects)$/;

/** Returns the list of a response: itself, its only list, or the one with a usual name. */
export function findList(schema: SpecNode, path: readonly string[] = []): ListPlace | undefined {
  if (isList(schema)) return { path, list: schema, isRequired: true };
  const properties = listProperties(schema);
  const all = [...properties].filter(([, node]) => isList(node));
  const lists = all.length === 1 ? all : all.filter(([name]) => !otherLists.test(normalizeName(name)));
  const named = usualLists.flatMap((usual) => lists.filter(([name]) => normalizeName(name) === usual));
  const [found] = lists.length === 1 ? lists : named;
  const required = schema.getValue("required");
  if (found) {
    const [name, list] = found;
    const isRequired = Array.isArray(required) && required.includes(name);
    return { path: [...path, name], list, isRequired };
  }
  if (lists.length > 0 || path.length > 1) return undefined;
  const inner = [...properties].filter(([name]) => containers.test(normalizeName(name)));
  const places = inner.flatMap(([name, node]) => findList(node, [...path, name]) ?? []);
  return places.length === 1 && places[0] ? { ...places[0], isRequired: false } : undefined;
}

/** Whether values of a schema are lists. */
export function isList(schema: SpecNode): boolean {
  const type = schema.getValue("type");
  return schema.get("items") !== undefined || [type].flat().includes("array");
}

/** Returns the node at a path; undefined if the schema has properties, but not this one. */
export function findProperty(schema: SpecNode, path: readonly string[]): SpecNode | "open" | undefined {
  let node = schema;
  for (const name of path) {
    const properties = listProperties(node);
    const next = properties.get(name);
    if (!next) return properties.size === 0 && !isList(node) ? "open" : undefined;
    node = next;
  }
  return node;
}

/** Splits `meta.next`. A name that contains dots, such as `@odata.nextLink`, is one step if the schema has it. */
export function splitPath(schema: SpecNode, text: string): readonly string[] {
  return listProperties(schema).has(text) ? [text] : text.split(".");
}

/** Whether an object has a list. */
export function hasLists(schema: SpecNode): boolean {
  return [...listProperties(schema).values()].some(isList);
}

/** Whether a response may have a link to the next page around its list. */
export function hasNextLink(schema: SpecNode, items: readonly string[]): boolean {
  const visit = (node: SpecNode, depth: number): boolean =>
    [...listProperties(node)].some(([name, property]) => {
      if (isList(property) && /^links?$/i.test(name)) return hasRelations(property);
      const isLink = /(link|url|uri|href|^next)$/.test(normalizeName(name)) && hasRole(name, "next");
      if (isLink && fits(property, "next") && !isNumeric(property)) return true;
      return depth < 3 && (name === items[depth] || isHolder(name)) && visit(property, depth + 1);
    });
  return visit(schema, 0);
}

/** Whether a list has links with relations: `[{ rel: "next", href }]`. */
function hasRelations(list: SpecNode): boolean {
  const names = [...listProperties(list.get("items")?.resolveSchema() ?? list).keys()];
  return (
    ["rel", "relation"].some((name) => names.includes(name)) &&
    ["href", "url", "uri"].some((name) => names.includes(name))
  );
}

function isNumeric(property: SpecNode): boolean {
  return [property.getValue("type")].flat().some((type) => type === "integer" || type === "number");
}

/** The roles of the properties that a response has around its list. */
export function findRoles(schema: SpecNode, items: readonly string[]): ReadonlySet<PageRole> {
  const roles = new Set<PageRole>();
  const visit = (node: SpecNode, depth: number): void => {
    for (const [name, property] of listProperties(node)) {
      if (isList(property) && !/^links?$/i.test(name)) continue;
      for (const role of allRoles) if (hasRole(name, role) && fits(property, role)) roles.add(role);
      if (depth < 3 && (name === items[depth] || isHolder(name))) visit(property, depth + 1);
    }
  };
  visit(schema, 0);
  return roles;
}

const allRoles: readonly PageRole[] = [
  "next",
  "cursor",
  "more",
  "end",
  "page",
  "pages",
  "offset",
  "size",
  "total",
  "count",
];

/** Whether a property can have the values of a role. */
function fits(property: SpecNode, role: PageRole): boolean {
  const types = [property.getValue("type")].flat().filter((type) => type !== "null" && type !== undefined);
  if (types.length === 0) return role === "next" || listProperties(property).size === 0;
  if (role === "more" || role === "end") return types.includes("boolean");
  if (role === "next") return !types.every((type) => type === "boolean");
  if (role === "cursor") return types.includes("string");
  return types.some((type) => type === "integer" || type === "number" || type === "string");
}
