import { CommandError } from "../../kit/problem.js";
/** The heading of a version: `## 1.2.0`, `## [1.2.0] - 2026-01-31`. */
const heading = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)\]?/;

/** Matches the section that people write for the next version, up to the next heading of a version. */
const unreleased = /^## \[?unreleased\]?[^\S\n]*$([^]*?)(?=^## |$(?![^]))/im;

/** Returns the text below `## Unreleased`, such as a change of behavior that no type shows; empty if there is none. */
export function readUnreleased(text: string): string {
  return unreleased.exec(text)?.[1]?.trim() ?? "";
}

/** The heading of the text that people wrote in an entry. All other headings are written again with the entry. */
const behavior = "### Behavior";

/** Lists the versions that have entries in a changelog, in the order of the file. */
export function listVersions(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => heading.exec(line)?.[1] ?? []);
}

/**
 * Adds an entry for a version before the existing ones. Text above the first entry stays above it. Text below
 * `## Unreleased` moves into the entry, below `### Behavior`.
 *
 * @param text The current changelog; undefined if there is none.
 * @param body The entry in Markdown, with headings from the third level on.
 * @param unpublished The version of the first entry, if it was not published and may be replaced. Text above its first
 *   heading stays.
 * @throws Error if the changelog already has an entry for the version.
 */
export function addEntry(
  text: string | undefined,
  version: string,
  body: string,
  unpublished?: string,
): string {
  const written = readUnreleased(text ?? "");
  const entry = (introText: string): string => {
    const title = written === "" || introText.includes(behavior) ? "" : behavior;
    const parts = [`## ${version}`, introText, title, written, body.trim()];
    return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  };
  if (text === undefined) return `# Changelog\n\n${entry("")}`;
  const lines = text.replace(unreleased, "").split("\n");
  const versions = lines.map((line) => heading.exec(line)?.[1]);
  const first = versions.findIndex((one) => one !== undefined);
  const isAgain = first >= 0 && versions[first] === unpublished;
  const others = isAgain ? versions.slice(first + 1) : versions;
  if (others.includes(version))
    throw new CommandError(
      "VERSION_EXISTS",
      `CHANGELOG.md already has an entry for ${version}. Remove it, or choose another --version`,
    );
  if (first < 0) return `${text.trimEnd()}\n\n${entry("")}`;
  const next = isAgain ? others.findIndex((one) => one !== undefined) : -1;
  const end = isAgain ? (next < 0 ? lines.length : first + 1 + next) : first;
  const intro = isAgain ? readIntro(lines.slice(first + 1, end)) : "";
  const rest = lines.slice(end);
  return [...lines.slice(0, first), ...entry(intro).split("\n"), ...rest].join("\n").replace(/\n+$/, "\n");
}

/** Returns the text of an entry that people wrote: above its first heading, and below `### Behavior`. */
function readIntro(lines: readonly string[]): string {
  const at = lines.findIndex((line) => line.startsWith("### ") && line !== behavior);
  if (at < 0 && !lines.includes(behavior)) return "";
  return lines
    .slice(0, at < 0 ? lines.length : at)
    .join("\n")
    .trim();
}
