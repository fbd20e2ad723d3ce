import type { SpecNode } from "../read/spec-node.js";

/** A property that tells alternatives apart, and the values that it has in one of them. */
export interface Mark {
  readonly property: string;
  readonly values: readonly string[];
}

/**
 * Returns the `discriminator` property and the values that identify a part of a `oneOf` or `anyOf`. Returns undefined
 * if the schema has no usable `discriminator`, or if the part itself restricts the property with `enum` or `const`.
 */
export function findMark(schema: SpecNode, part: SpecNode): Mark | undefined {
  const discriminator = schema.get("discriminator");
  const property = discriminator?.getValue("propertyName");
  const reference = part.getValue("$ref");
  if (typeof property !== "string" || typeof reference !== "string" || property === "__proto__")
    return undefined;
  const own = part.resolveSchema().get("properties")?.get(property);
  const isTold = own && (own.get("$ref") ? own.resolveSchema() : own);
  if (isTold?.get("enum") || isTold?.get("const")) return undefined;
  const name = reference.split("/").at(-1) ?? "";
  const mapping = Object.entries(discriminator?.getValue("mapping") ?? {});
  const mapped = mapping
    .filter(([, target]) => target === reference || target === name)
    .map(([value]) => value);
  return { property, values: mapped.length > 0 ? mapped : [name] };
}
