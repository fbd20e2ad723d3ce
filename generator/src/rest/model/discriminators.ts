import type { SpecNode } from "../read/spec-node.js";

/** The property of a discriminator, and the values that select one of the schemas. */
export interface DiscriminatorValues {
  readonly property: string;
  readonly values: readonly string[];
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
  const own = part.resolveSchema().get("properties")?.get(property);
  const discriminated = own && (own.get("$ref") ? own.resolveSchema() : own);
  if (discriminated?.get("enum") || discriminated?.get("const")) return undefined;
  const name = reference.split("/").at(-1) ?? "";
  const mapping = Object.entries(discriminator?.getValue("mapping") ?? {});
  const mapped = mapping
    .filter(([, target]) => target === reference || target === name)
    .map(([value]) => value);
  return { property, values: mapped.length > 0 ? mapped : [name] };
}
