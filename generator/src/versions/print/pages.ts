import type { Change } from "../change.js";

/**
 * Returns the page and heading of a change in the documentation of the new version, as a path relative to the package.
 * Undefined for removed elements, and if the page does not exist.
 */
export function findPage(
  { entry = "", kind: changeKind, subject, place }: Change,
  pages: ReadonlySet<string>,
): string | undefined {
  const [kind = "", name = ""] = place?.element.split(" ") ?? [];
  if (changeKind === "removed" || name === "" || kind === "package") return undefined;
  const [last = "", beforeLast = ""] = name.split(".").toReversed();
  const folder = `docs/${entry.replace(/^\.\//, "")}`;
  const [page, anchor] =
    kind === "rpc"
      ? [`${folder}/${beforeLast}.md`, last]
      : kind === "service"
        ? [`${folder}/${last}.md`, ""]
        : [`${folder}/types.md`, subject.split(".")[0] ?? ""];
  if (!pages.has(page)) return undefined;
  // Anchors of Markdown headings are in lower case.
  return anchor === "" ? page : `${page}#${anchor.toLowerCase()}`;
}
