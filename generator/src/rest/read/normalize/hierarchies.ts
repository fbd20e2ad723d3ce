import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { isAnnotation } from "./annotations.js";
import { convertLiteral, isOfTypes } from "./literals.js";

/** A schema with a discriminator that others extend by `allOf`. */
export interface Hierarchy {
  readonly base: string;
  readonly property: string;
  /** The types of the property. */
  readonly types: readonly Json[];
  /** The values of each schema that extends the base, directly or not. */
  readonly values: ReadonlyMap<string, readonly Json[]>;
  /** The schema that all other values select, by the `defaultMapping` of OpenAPI 3.2. */
  readonly defaultChild: string | undefined;
}

export const prefix = "#/components/schemas/";

/** Returns the names of the schemas that extend each schema by `allOf`. */
export function findChildren(schemas: JsonObject): ReadonlyMap<string, readonly string[]> {
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
export function followAliases(name: string | undefined, schemas: JsonObject): string | undefined {
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
export function toName(reference: string): string | undefined {
  if (!reference.startsWith(prefix)) return /[#/]/.test(reference) ? undefined : reference;
  const name = reference.slice(prefix.length);
  return name.includes("/") ? undefined : name.replaceAll("~1", "/").replaceAll("~0", "~");
}

export function readHierarchy(
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
  const defaultChild = [...descendants].find((child) => namesSchema(discriminator["defaultMapping"], child));
  const values = [...descendants].map((child): readonly [string, readonly Json[]] => {
    if (readLiterals(findProperty(schemas[child], property), schemas)) return [child, []];
    const mapped = mapping.flatMap(([value, target]) => (namesSchema(target, child) ? [value] : []));
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

/** Whether an entry of a mapping names a schema. */
function namesSchema(target: Json | undefined, name: string): boolean {
  return typeof target === "string" && (toName(target) === name || target === name);
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
export function findProperty(schema: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { properties, allOf } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  const parts = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
  const own = parts.filter((part) => isJsonObject(part) && part["$ref"] === undefined);
  return own.map((part) => findProperty(part, name)).find((found) => found !== undefined);
}

/** Returns the values of `enum` or `const` of a schema. */
export function readLiterals(schema: Json | undefined, schemas: JsonObject): readonly Json[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { $ref, enum: values, const: value } = schema;
  const target = typeof $ref === "string" ? toName($ref) : undefined;
  if (target !== undefined && target in schemas) return readLiterals(schemas[target], {});
  return value !== undefined ? [value] : Array.isArray(values) ? (values as readonly Json[]) : undefined;
}

export function listValues(
  child: string,
  values: Hierarchy["values"],
  property: string,
  schemas: JsonObject,
): readonly Json[] {
  const own = values.get(child) ?? [];
  return own.length > 0 ? own : (readLiterals(findProperty(schemas[child], property), schemas) ?? []);
}

/** Returns the values of all schemas that extend a base. */
export function listKnown({ values, property }: Hierarchy, schemas: JsonObject): readonly Json[] {
  return [...values.keys()].flatMap((child) => listValues(child, values, property, schemas));
}
