import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { isAnnotation } from "./annotations.js";
import { convertLiteral, isOfTypes } from "./literals.js";

/** The schemas with the base of each that others extend. */
export interface InheritedSchemas {
  readonly schemas: JsonObject;
  /** The names of the added bases, by the names of the schemas that they were. */
  readonly bases: ReadonlyMap<string, string>;
}

/** A schema with a discriminator that others extend by `allOf`. */
interface Hierarchy {
  readonly base: string;
  readonly property: string;
  /** The types of the property. */
  readonly types: readonly Json[];
  /** The values of each schema that extends the base, directly or not. */
  readonly values: ReadonlyMap<string, readonly Json[]>;
  /** The schema that all other values select, by the `defaultMapping` of OpenAPI 3.2. */
  readonly defaultChild: string | undefined;
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

const prefix = "#/components/schemas/";

/** Returns the names of the schemas that extend each schema by `allOf`. */
function findChildren(schemas: JsonObject): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    for (const parent of listParents(schema, schemas))
      children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  return children;
}

function listParents(schema: Json | undefined, schemas: JsonObject): readonly string[] {
  const parts = isJsonObject(schema) ? schema["allOf"] : undefined;
  if (!Array.isArray(parts)) return [];
  return (parts as readonly Json[]).flatMap((part) => {
    const reference = isJsonObject(part) ? part["$ref"] : undefined;
    return typeof reference === "string" ? (followAliases(toName(reference), schemas) ?? []) : [];
  });
}

/** Returns the name of the schema that a name stands for, if that schema is only a reference to another one. */
function followAliases(name: string | undefined, schemas: JsonObject): string | undefined {
  const seen = new Set<string>();
  let current = name;
  while (current !== undefined && !seen.has(current)) {
    seen.add(current);
    const schema = Object.hasOwn(schemas, current) ? schemas[current] : undefined;
    const { $ref, ...siblings } = isJsonObject(schema) ? schema : {};
    if (typeof $ref !== "string" || !Object.keys(siblings).every(isAnnotation)) break;
    current = toName($ref);
  }
  return current;
}

/** Returns the name of a component that a `$ref` or the `mapping` of a discriminator names. */
function toName(reference: string): string | undefined {
  if (!reference.startsWith(prefix)) return /[#/]/.test(reference) ? undefined : reference;
  const name = reference.slice(prefix.length);
  return name.includes("/") ? undefined : name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function readHierarchy(
  base: string,
  schemas: JsonObject,
  children: ReadonlyMap<string, readonly string[]>,
): Hierarchy | undefined {
  const schema = schemas[base];
  const discriminator = isJsonObject(schema) ? schema["discriminator"] : undefined;
  const property = isJsonObject(discriminator) ? discriminator["propertyName"] : undefined;
  if (!isJsonObject(discriminator) || typeof property !== "string" || property === "__proto__")
    return undefined;
  const descendants = new Set(children.get(base));
  for (const name of descendants) for (const child of children.get(name) ?? []) descendants.add(child);
  // A base that extends itself has no end.
  if (descendants.size === 0 || descendants.has(base)) return undefined;
  const types = readTypes(findProperty(schema, property), schemas);
  const mapping = Object.entries(isJsonObject(discriminator["mapping"]) ? discriminator["mapping"] : {});
  const names = (target: Json | undefined, child: string): boolean =>
    typeof target === "string" && (toName(target) === child || target === child);
  const defaultChild = [...descendants].find((child) => names(discriminator["defaultMapping"], child));
  const values = [...descendants].map((child): readonly [string, readonly Json[]] => {
    if (readLiterals(findProperty(schemas[child], property), schemas)) return [child, []];
    const mapped = mapping.flatMap(([value, target]) => (names(target, child) ? [value] : []));
    if (mapped.length === 0 && child === defaultChild) return [child, []];
    const texts = mapped.length > 0 ? mapped : listImplicit(child, schemas[child], mapping.length > 0);
    const literals = texts.map((text) => convertLiteral(text, types));
    return [child, literals.filter((literal) => isOfTypes(literal, types))];
  });
  const hasValues = values.some(
    ([child]) => listValues(child, new Map(values), property, schemas).length > 0,
  );
  return hasValues ? { base, property, types, values: new Map(values), defaultChild } : undefined;
}

/** Returns the types of a property. A property without a type is text. */
function readTypes(property: Json | undefined, schemas: JsonObject): readonly Json[] {
  if (!isJsonObject(property)) return ["string"];
  const { type, $ref } = property;
  const target = typeof $ref === "string" ? toName($ref) : undefined;
  if (target !== undefined && Object.hasOwn(schemas, target)) return readTypes(schemas[target], {});
  return type === undefined ? ["string"] : ([type].flat() as readonly Json[]);
}

/** Returns the value that a schema has without a mapping: its name, unless that is the qualified name of a tool. */
function listImplicit(name: string, schema: Json | undefined, hasMapping: boolean): readonly string[] {
  // Azure's descriptions have the first of these extensions, those of Swagger Codegen the second.
  const given = isJsonObject(schema)
    ? (schema["x-ms-discriminator-value"] ?? schema["x-discriminator-value"])
    : undefined;
  if (typeof given === "string") return [given];
  return name.includes(".") && !hasMapping ? [] : [name];
}

/** Returns a property that a schema describes itself, also in the parts of `allOf` without a reference. */
function findProperty(schema: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { properties, allOf } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  const parts = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
  const own = parts.filter((part) => isJsonObject(part) && part["$ref"] === undefined);
  return own.map((part) => findProperty(part, name)).find((found) => found !== undefined);
}

/** Returns the values of `enum` or `const` of a schema. */
function readLiterals(schema: Json | undefined, schemas: JsonObject): readonly Json[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { $ref, enum: values, const: value } = schema;
  const target = typeof $ref === "string" ? toName($ref) : undefined;
  if (target !== undefined && target in schemas) return readLiterals(schemas[target], {});
  return value !== undefined ? [value] : Array.isArray(values) ? (values as readonly Json[]) : undefined;
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

function listValues(
  child: string,
  values: Hierarchy["values"],
  property: string,
  schemas: JsonObject,
): readonly Json[] {
  const own = values.get(child) ?? [];
  return own.length > 0 ? own : (readLiterals(findProperty(schemas[child], property), schemas) ?? []);
}

/** Returns the values of all schemas that extend a base. */
function listKnown({ values, property }: Hierarchy, schemas: JsonObject): readonly Json[] {
  return [...values.keys()].flatMap((child) => listValues(child, values, property, schemas));
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
