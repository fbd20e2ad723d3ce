import type { SpecNode } from "../read/spec-node.js";
import type { Direction } from "./type-source.js";

/** Whether values in this direction do not have a property. */
export function isOmittedFrom(property: SpecNode, direction: Direction): boolean {
  const name = direction === "response" ? "writeOnly" : "readOnly";
  if (property.isTrue(name)) return true;
  const target = property.get("$ref") && property.resolveSchema();
  return target ? target.isTrue(name) : false;
}

/** Whether a schema is binary: `format: binary` in OpenAPI 3.0, or `contentMediaType` without an encoding. */
export function isBinary(node: SpecNode): boolean {
  if (node.getValue("format") === "binary") return true;
  return node.get("contentMediaType") !== undefined && node.get("contentEncoding") === undefined;
}
