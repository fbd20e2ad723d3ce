import type { SpecNode } from "../read/spec-node.js";
import type { Side } from "./type-source.js";

/** A property that values of this side do not have. */
export function isHidden(property: SpecNode, side: Side): boolean {
  const name = side === "answer" ? "writeOnly" : "readOnly";
  if (property.isTrue(name)) return true;
  const target = property.get("$ref") && property.resolveSchema();
  return target ? target.isTrue(name) : false;
}

/** Text that stands for bytes: `format: binary` of 3.0, or a content type without an encoding. */
export function isFile(node: SpecNode): boolean {
  if (node.getValue("format") === "binary") return true;
  return node.get("contentMediaType") !== undefined && node.get("contentEncoding") === undefined;
}
