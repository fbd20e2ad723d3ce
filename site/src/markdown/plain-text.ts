import type { Nodes } from "mdast";

/** Returns the text of a node without its marks. Comments and other markup have none. */
export function plainText(node: Nodes): string {
  if (node.type === "html") return "";
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => plainText(child)).join("") : "";
}
