import type { ts } from "ts-morph";
import type { Member } from "./surface.js";

/** What the comment of an element says in tags: `@deprecated` and `@generated`. */
export function tagsOf(node: ts.Node, source: ts.SourceFile): Pick<Member, "deprecated" | "origin"> {
  const before = source.text.slice(node.pos, node.getStart(source));
  const start = before.lastIndexOf("/**");
  if (start < 0 || !before.includes("@", start)) return { deprecated: undefined, origin: undefined };
  const lines = before.slice(start + 3, before.indexOf("*/", start)).split("\n");
  const text = lines.map((line) => line.replace(/^\s*\*? ?/, "")).join("\n");
  const textOf = (name: string): string | undefined => {
    const [, found] = new RegExp(`(?:^|\\n)\\s*@${name}\\b([^]*?)(?=\\n@\\w|$)`).exec(text) ?? [];
    return found?.replaceAll(/\s+/g, " ").trim();
  };
  return { deprecated: textOf("deprecated"), origin: textOf("generated")?.replace(/^from /, "") };
}
