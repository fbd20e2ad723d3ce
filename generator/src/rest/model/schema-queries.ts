import type { SpecNode } from "../read/spec-node.js";
import type { Direction } from "./type-source.js";

/** Whether values in this direction do not have a property. */
export function isOmittedFrom(property: SpecNode, direction: Direction): boolean {
  const name = direction === "response" ? "writeOnly" : "readOnly";
  if (property.isTrue(name)) return true;
  // A reference with siblings is the only part of `allOf`.
  const [part, ...others] = property.get("allOf")?.items() ?? [property];
  return part?.get("$ref") !== undefined && others.length === 0 && part.resolveSchema().isTrue(name);
}

/** Finds a property of a schema, also in the parts of `allOf`, the targets of references and, if wanted, alternatives. */
export function findProperty(
  schema: SpecNode,
  name: string,
  hasChoices: boolean,
  depth = 0,
): SpecNode | undefined {
  const whole = schema.get("$ref") ? schema.resolveSchema() : schema;
  const own = whole.get("properties")?.get(name);
  if (own || depth > 20) return own;
  const keywords = hasChoices ? ["allOf", "anyOf", "oneOf"] : ["allOf"];
  for (const part of keywords.flatMap((keyword) => whole.get(keyword)?.items() ?? [])) {
    const found = findProperty(part, name, hasChoices, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Returns the names that a schema requires, also in the parts of `allOf` that are no references. */
export function listRequired(schema: SpecNode): readonly string[] {
  const names = schema.getValue("required");
  const parts = (schema.get("allOf")?.items() ?? []).filter((part) => !part.get("$ref"));
  return [...(Array.isArray(names) ? names.map(String) : []), ...parts.flatMap(listRequired)];
}

/** Whether a schema requires a property, also in the parts of `allOf` and the targets of references. */
export function isRequiredIn(schema: SpecNode, name: string, depth = 0): boolean {
  const whole = schema.get("$ref") ? schema.resolveSchema() : schema;
  const names = whole.getValue("required");
  if ((Array.isArray(names) && names.includes(name)) || depth > 20) return true;
  return (whole.get("allOf")?.items() ?? []).some((part) => isRequiredIn(part, name, depth + 1));
}

/** Returns the names of the properties of a schema, also in the parts of `allOf` and the targets of references. */
export function listProperties(schema: SpecNode, depth = 0): readonly string[] {
  const whole = schema.get("$ref") ? schema.resolveSchema() : schema;
  const parts = depth > 20 ? [] : (whole.get("allOf")?.items() ?? []);
  const own = whole.get("properties")?.value ?? {};
  return [...Object.keys(own), ...parts.flatMap((part) => listProperties(part, depth + 1))];
}

/** Whether values may have one of several types, so that not all properties are known. */
export function isUnion(schema: SpecNode, depth = 0): boolean {
  const whole = schema.get("$ref") ? schema.resolveSchema() : schema;
  const types = whole.getValue("type");
  const isChoice = whole.get("anyOf") !== undefined || whole.get("oneOf") !== undefined;
  if (whole.isTrue("nullable") || isChoice || (Array.isArray(types) && types.length > 1)) return true;
  return depth < 20 && (whole.get("allOf")?.items() ?? []).some((part) => isUnion(part, depth + 1));
}

/** Whether a schema is binary: `format: binary` in OpenAPI 3.0, or `contentMediaType` without an encoding. */
export function isBinary(node: SpecNode): boolean {
  if (node.getValue("format") === "binary") return true;
  return node.get("contentMediaType") !== undefined && node.get("contentEncoding") === undefined;
}
