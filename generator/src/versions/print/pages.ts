import type { Change } from "../change.js";

/**
 * The place of a change in the documentation of the new version, from the top of the package: the method of a service, or
 * the type of a message. Undefined of what is gone, and if there is no such page.
 */
export function pageOf(
  { entry = "", sort, subject, place }: Change,
  pages: ReadonlySet<string>,
): string | undefined {
  const [kind = "", name = ""] = place?.element.split(" ") ?? [];
  if (sort === "removed" || name === "" || kind === "package") return undefined;
  const [last = "", beforeLast = ""] = name.split(".").toReversed();
  const folder = `docs/${entry.replace(/^\.\//, "")}`;
  const [page, anchor] =
    kind === "rpc"
      ? [`${folder}/${beforeLast}.md`, last]
      : kind === "service"
        ? [`${folder}/${last}.md`, ""]
        : [`${folder}/types.md`, subject.split(".")[0] ?? ""];
  if (!pages.has(page)) return undefined;
  // Readers of Markdown name a heading in lower case.
  return anchor === "" ? page : `${page}#${anchor.toLowerCase()}`;
}
