import type { Json } from "../read/json.js";
import { convertLiteral } from "../read/normalize/literals.js";
import type { SpecNode } from "../read/spec-node.js";
import { findProperty } from "./schema-queries.js";

/** The property of a discriminator, and the values that select one of the schemas. */
export interface DiscriminatorValues {
  readonly property: string;
  readonly values: readonly Json[];
  /** The values that select another schema. Only for the `defaultMapping` of OpenAPI 3.2, which all others select. */
  readonly excluded?: readonly Json[];
}

/**
 * Returns the `discriminator` property and the values that identify a part of a `oneOf` or `anyOf`. Returns undefined
 * if the schema has no usable `discriminator`, or if the part itself restricts the property with `enum` or `const`.
 */
export function readDiscriminator(schema: SpecNode, part: SpecNode): DiscriminatorValues | undefined {
  const discriminator = schema.get("discriminator");
  const property = discriminator?.getValue("propertyName");
  const reference = part.getValue("$ref");
  if (typeof property !== "string" || typeof reference !== "string" || property === "__proto__")
    return undefined;
  if (hasLiterals(part.resolveSchema(), property)) return undefined;
  const types = [findProperty(part, property, false)?.resolveSchema().getValue("type") ?? "string"].flat();
  const convert = (texts: readonly string[]): readonly Json[] =>
    texts.map((text) => convertLiteral(text, types));
  const mapping = Object.entries(discriminator?.getValue("mapping") ?? {});
  const isPart = ([, target]: readonly [string, unknown]): boolean => names.has(target);
  const names = new Set<unknown>([reference, findName(reference)]);
  const mapped = mapping.filter(isPart).map(([value]) => value);
  if (isPart(["", discriminator?.getValue("defaultMapping")])) {
    const others = (schema.get("oneOf") ?? schema.get("anyOf"))?.items() ?? [];
    const implicit = others.flatMap((other) => {
      const target = other.getString("$ref");
      const isMapped = mapping.some(([, one]) => one === target || one === findName(target));
      return names.has(target) || isMapped ? [] : [findName(target)];
    });
    const excluded = mapping.filter((entry) => !isPart(entry)).map(([value]) => value);
    return { property, values: convert(mapped), excluded: convert([...excluded, ...implicit]) };
  }
  return {
    property,
    values: convert(mapped.length > 0 ? mapped : listImplicit(reference, schema, mapping.length > 0)),
  };
}

/**
 * Returns the values of a part without a mapping: its name. Tools that qualify names, such as `ns.Item`, send them with
 * `#` or without the qualifier too.
 */
function listImplicit(reference: string, schema: SpecNode, hasMapping: boolean): readonly string[] {
  const name = findName(reference);
  if (!name.includes(".") || hasMapping) return [name];
  const parts = (schema.get("oneOf") ?? schema.get("anyOf"))?.items() ?? [];
  const short = toShortName(name);
  const isUnique =
    parts.filter((part) => toShortName(findName(part.getString("$ref"))) === short).length === 1;
  return [name, `#${name}`, ...(isUnique ? [short] : [])];
}

function toShortName(name: string): string {
  return name.split(".").at(-1) ?? "";
}

function findName(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** Whether a schema restricts a property to some values, also in a part of `allOf` without a reference. */
function hasLiterals(schema: SpecNode, property: string): boolean {
  const own = schema.get("properties")?.get(property);
  const described = own && (own.get("$ref") ? own.resolveSchema() : own);
  if (described?.get("enum") || described?.get("const")) return true;
  const parts = schema.get("allOf")?.items() ?? [];
  return parts.some((part) => !part.get("$ref") && hasLiterals(part, property));
}
