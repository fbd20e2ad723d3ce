import { isJsonObject, type Json, type JsonObject } from "../json.js";
import {
  findChildren,
  findProperty,
  followAliases,
  listKnown,
  prefix,
  readHierarchy,
  readLiterals,
  toName,
  type Hierarchy,
} from "./hierarchies.js";

/** The schemas with the base of each that others extend. */
export interface InheritedSchemas {
  readonly schemas: JsonObject;
  /** The names of the added bases, by the names of the schemas that they were. */
  readonly bases: ReadonlyMap<string, string>;
}

/**
 * Rewrites each schema whose `discriminator` selects the schemas that extend it by `allOf` (OpenAPI, "Discriminator
 * Object"). The part that they extend becomes a schema called `PetBase`. Each of them requires its own value of the property, so
 * the types of a union narrow. If the base itself is named, a value is one of them, or a `PetBase` with another value.
 */
export function separateBases(schemas: JsonObject): InheritedSchemas {
  const children = findChildren(schemas);
  const hierarchies = Object.keys(schemas).flatMap((name) => readHierarchy(name, schemas, children) ?? []);
  const bases = new Map<string, string>();
  if (hierarchies.length === 0) return { schemas, bases };
  for (const { base, values } of hierarchies) {
    for (const name of [base, ...values.keys()]) {
      const isExtended = [...values.keys()].some((child) => children.get(name)?.includes(child));
      if (isExtended && !bases.has(name)) bases.set(name, findFreeName(`${name}Base`, schemas));
    }
  }
  const result: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(schemas)) result[name] = extendBases(schema, bases, schemas);
  const wholes = new Map(hierarchies.map((one) => [one.base, one]));
  for (const [name, base] of bases) result[base] = withoutChoice(result[name], wholes.has(name));
  for (const name of new Set(hierarchies.flatMap(({ values }) => [...values.keys()]))) {
    if (!wholes.has(name)) result[name] = createChild(name, result[name], hierarchies, bases, schemas);
  }
  for (const hierarchy of hierarchies) {
    const whole = result[hierarchy.base];
    if (isJsonObject(whole)) result[hierarchy.base] = createWhole(whole, hierarchy, bases, schemas);
  }
  return { schemas: result, bases };
}

/** Returns what others extend: a schema without its discriminator and, if it is the base, without its alternatives. */
function withoutChoice(schema: Json | undefined, isWhole: boolean): Json {
  if (!isJsonObject(schema) || !isWhole) return schema ?? {};
  const { discriminator: _, oneOf: __, anyOf: ___, ...own } = schema;
  return own;
}

/** Creates a schema that extends a base, with its own values of the discriminator. */
function createChild(
  name: string,
  schema: Json | undefined,
  hierarchies: readonly Hierarchy[],
  bases: ReadonlyMap<string, string>,
  schemas: JsonObject,
): Json {
  if (!isJsonObject(schema)) return schema ?? {};
  const literals = hierarchies.flatMap((hierarchy) => {
    const { base, property, types, values, defaultChild } = hierarchy;
    const own = values.get(name) ?? [];
    const isRequired = requiresProperty(schemas[base], property, schemas);
    if (name === defaultChild) {
      const others = listKnown(hierarchy, schemas).filter((value) => !own.includes(value));
      return [createPart(property, { not: { enum: others } }, types, isRequired)];
    }
    return own.length > 0 ? [createPart(property, { enum: own }, types, isRequired)] : [];
  });
  const baseName = bases.get(name);
  if (baseName !== undefined)
    return { ...pickDocs(schema), allOf: [{ $ref: `${prefix}${baseName}` }, ...literals] };
  return { ...schema, allOf: [...(schema["allOf"] as readonly Json[]), ...literals] };
}

/** Creates the union of the schemas that extend a base. A base that describes its alternatives itself keeps them. */
function createWhole(
  whole: JsonObject,
  hierarchy: Hierarchy,
  bases: ReadonlyMap<string, string>,
  schemas: JsonObject,
): JsonObject {
  const { base, property, types, values, defaultChild } = hierarchy;
  const name = bases.get(base);
  if (name === undefined || whole["oneOf"] !== undefined || whole["anyOf"] !== undefined) return whole;
  const known = listKnown(hierarchy, schemas);
  const isRequired = requiresProperty(whole, property, schemas);
  const others = createPart(property, { not: { enum: [...new Set(known)] } }, types, isRequired);
  const other =
    defaultChild === undefined && allowsOthers(whole, property, known, schemas)
      ? [{ allOf: [{ $ref: `${prefix}${name}` }, others] }]
      : [];
  return {
    ...pickDocs(whole),
    anyOf: [...[...values.keys()].map((child) => ({ $ref: `${prefix}${child}` })), ...other],
  };
}

function requiresProperty(
  schema: Json | undefined,
  name: string,
  schemas: JsonObject,
  seen = new Set<Json>(),
): boolean {
  if (!isJsonObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { required, allOf, $ref } = schema;
  if (Array.isArray(required) && required.includes(name)) return true;
  const target = typeof $ref === "string" ? toName($ref) : undefined;
  const parts = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
  const all = target === undefined ? parts : [...parts, schemas[target] ?? null];
  return all.some((part) => requiresProperty(part, name, schemas, seen));
}

/** Whether the base allows values of the property that no schema has. */
function allowsOthers(
  base: JsonObject,
  property: string,
  known: readonly Json[],
  schemas: JsonObject,
): boolean {
  const allowed = readLiterals(findProperty(base, property), schemas);
  return !allowed || allowed.some((value) => !known.includes(value));
}

/** Creates a part of a schema that restricts the property. */
function createPart(
  property: string,
  limits: JsonObject,
  types: readonly Json[],
  isRequired: boolean,
): JsonObject {
  const type = types.length === 1 ? (types[0] ?? "string") : types;
  return {
    type: "object",
    properties: { [property]: { type, ...limits } },
    ...(isRequired && { required: [property] }),
  };
}

/** Lets the parts of `allOf` extend the bases. */
function extendBases(schema: Json, bases: ReadonlyMap<string, string>, schemas: JsonObject): Json {
  const parts = isJsonObject(schema) ? schema["allOf"] : undefined;
  if (!isJsonObject(schema) || !Array.isArray(parts)) return schema;
  const allOf = (parts as readonly Json[]).map((part) => {
    const reference = isJsonObject(part) ? part["$ref"] : undefined;
    const base =
      typeof reference === "string" ? bases.get(followAliases(toName(reference), schemas) ?? "") : undefined;
    return base === undefined || !isJsonObject(part) ? part : { ...part, $ref: `${prefix}${base}` };
  });
  return { ...schema, allOf };
}

function pickDocs({ title, description, deprecated }: JsonObject): JsonObject {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

function findFreeName(wanted: string, schemas: JsonObject): string {
  let name = wanted;
  for (let count = 2; Object.hasOwn(schemas, name); count++) name = `${wanted}${count}`;
  return name;
}
