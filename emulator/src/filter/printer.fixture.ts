import type { Filter, Literal, Segment } from "./tree.js";

/** A tree as text, with parentheses around whatever is made of parts. */
export function printFilter(tree: Filter): string {
  switch (tree.kind) {
    case "and":
      return tree.operands.map(printPart).join(" AND ");
    case "or":
      return tree.operands.map(printPart).join(" OR ");
    case "not":
      return `NOT ${printPart(tree.operand)}`;
    case "restriction":
      return `${tree.path.map(printSegment).join(".")} ${tree.comparator} ${printLiteral(tree.literal)}`;
    case "global":
      return tree.path.length > 0 ? tree.path.map(({ name }) => name).join(".") : printLiteral(tree.literal);
  }
}

function printPart(tree: Filter): string {
  const isOne = tree.kind === "restriction" || tree.kind === "global";
  return isOne ? printFilter(tree) : `(${printFilter(tree)})`;
}

function printSegment({ name }: Segment): string {
  return /^[a-z_]+$/.test(name) ? name : printLiteral({ text: name, parts: [name], position: 0 });
}

function printLiteral({ parts }: Literal): string {
  const escaped = parts.map((part) =>
    part
      .replace(/["\\*]/g, "\\$&")
      .replaceAll("\n", "\\n")
      .replaceAll("\r", "\\r")
      .replaceAll("\t", "\\t"),
  );
  return `"${escaped.join("*")}"`;
}
