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
export function findProperty(schema: SpecNode, name: string, hasChoices: boolean): SpecNode | undefined {
  const parts = listParts(schema, hasChoices ? ["allOf", "anyOf", "oneOf"] : ["allOf"]);
  return parts.map((part) => readProperties(part)?.get(name)).find((found) => found !== undefined);
}

/** Returns the properties of a schema. Values that are not objects have none, whatever their schema describes. */
function readProperties(part: SpecNode): SpecNode | undefined {
  const types: unknown = part.getValue("type") ?? "object";
  return [types].flat().includes("object") ? part.get("properties") : undefined;
}

/** Returns the required names without those of properties that responses or requests do not have. */
export function separateRequired(
  required: readonly string[],
  node: SpecNode,
): Readonly<Record<Direction, readonly string[]>> {
  const properties = readProperties(node);
  const hasParts = ["$ref", "allOf", "anyOf", "oneOf"].some((name) => node.get(name));
  const described = required.map((name) => {
    const own = properties?.get(name);
    return [name, own ?? (hasParts ? findProperty(node, name, true) : undefined)] as const;
  });
  const list = (direction: Direction): readonly string[] =>
    described.flatMap(([name, property]) => (property && isOmittedFrom(property, direction) ? [] : [name]));
  return { response: list("response"), request: list("request") };
}

/** Returns the names that a schema requires, also in the parts of `allOf` without a reference. */
export function listRequired(schema: SpecNode): readonly string[] {
  const parts = (schema.get("allOf")?.items() ?? []).filter((part) => !part.get("$ref"));
  return [...readRequired(schema), ...parts.flatMap(listRequired)];
}

/** Whether a schema requires a property, also in the parts of `allOf` and the targets of references. */
export function isRequiredIn(schema: SpecNode, name: string): boolean {
  return listParts(schema, ["allOf"]).some((part) => readRequired(part).includes(name));
}

/** Returns the names of the properties of a schema, also in the parts of `allOf` and the targets of references. */
export function listProperties(schema: SpecNode): readonly string[] {
  return listParts(schema, ["allOf"]).flatMap((part) => Object.keys(readProperties(part)?.value ?? {}));
}

/** Whether values may have one of several types, so that not all properties are known. */
export function isUnion(schema: SpecNode): boolean {
  return listParts(schema, ["allOf"]).some((part) => {
    const types = part.getValue("type");
    const isChoice = part.get("anyOf") !== undefined || part.get("oneOf") !== undefined;
    return part.isTrue("nullable") || isChoice || (Array.isArray(types) && types.length > 1);
  });
}

/** Returns a schema and its parts by some keywords, with references resolved. A part may contain itself. */
function listParts(schema: SpecNode, keywords: readonly string[]): readonly SpecNode[] {
  const parts = new Map<unknown, SpecNode>();
  const open = [schema];
  for (let next = open.pop(); next; next = open.pop()) {
    const whole = next.get("$ref") ? next.resolveSchema() : next;
    if (parts.has(whole.value)) continue;
    parts.set(whole.value, whole);
    open.push(...keywords.flatMap((keyword) => whole.get(keyword)?.items() ?? []).toReversed());
  }
  return [...parts.values()];
}

function readRequired(schema: SpecNode): readonly string[] {
  const names = schema.getValue("required");
  return Array.isArray(names) ? names.map(String) : [];
}

/** Whether a schema is binary: `format: binary` in OpenAPI 3.0, or `contentMediaType` without an encoding. */
export function isBinary(node: SpecNode): boolean {
  if (node.getValue("format") === "binary") return true;
  return node.get("contentMediaType") !== undefined && node.get("contentEncoding") === undefined;
}
