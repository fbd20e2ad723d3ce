/** A heading of a version: `## 1.2.0`, `## [1.2.0] - 2026-01-31`. */
const heading = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)\]?/;

/** The section that people write for the next version, up to the next heading of a version. */
const unreleased = /^## \[?unreleased\]?[^\S\n]*$([^]*?)(?=^## |$(?![^]))/im;

/** The text below `## Unreleased`, such as a change of behavior that no type shows; empty if there is none. */
export function unreleasedIn(text: string): string {
  return unreleased.exec(text)?.[1]?.trim() ?? "";
}

/** The heading of the text that people wrote in an entry. All other headings are written again with the entry. */
const behavior = "### Behavior";

/** The versions that a changelog has entries for, in their order. */
export function versionsIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => heading.exec(line)?.[1] ?? []);
}

/**
 * A changelog with an entry for a version, before those that it has. The text above them stays there, but the text
 * below `## Unreleased` moves into the entry, below `### Behavior`.
 *
 * @param text The changelog as it is; undefined where there is none.
 * @param body What the entry says, in Markdown, with headings from the third level on.
 * @param unpublished The version of the first entry, if that may be written again; what people wrote above its first
 *   heading stays.
 * @throws Error where it has an entry for the version.
 */
export function withEntry(
  text: string | undefined,
  version: string,
  body: string,
  unpublished?: string,
): string {
  const written = unreleasedIn(text ?? "");
  const entry = (kept: string): string => {
    const title = written === "" || kept.includes(behavior) ? "" : behavior;
    const parts = [`## ${version}`, kept, title, written, body.trim()];
    return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  };
  if (text === undefined) return `# Changelog\n\n${entry("")}`;
  const lines = text.replace(unreleased, "").split("\n");
  const versions = lines.map((line) => heading.exec(line)?.[1]);
  const first = versions.findIndex((one) => one !== undefined);
  const isAgain = first >= 0 && versions[first] === unpublished;
  const others = isAgain ? versions.slice(first + 1) : versions;
  if (others.includes(version))
    throw new Error(`CHANGELOG.md has an entry for ${version}: nothing is written over it`);
  if (first < 0) return `${text.trimEnd()}\n\n${entry("")}`;
  const next = isAgain ? others.findIndex((one) => one !== undefined) : -1;
  const end = isAgain ? (next < 0 ? lines.length : first + 1 + next) : first;
  const kept = isAgain ? wordsAbove(lines.slice(first + 1, end)) : "";
  const rest = lines.slice(end);
  return [...lines.slice(0, first), ...entry(kept).split("\n"), ...rest].join("\n").replace(/\n+$/, "\n");
}

/** The text of an entry that people wrote: above its first heading, and below `### Behavior`. */
function wordsAbove(lines: readonly string[]): string {
  const at = lines.findIndex((line) => line.startsWith("### ") && line !== behavior);
  if (at < 0 && !lines.includes(behavior)) return "";
  return lines
    .slice(0, at < 0 ? lines.length : at)
    .join("\n")
    .trim();
}
