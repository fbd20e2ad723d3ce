import { CommandError } from "../../kit/problem.js";

/** The heading of a version: `## 1.2.0`, `## [1.2.0] - 2026-01-31`. */
const heading = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)\]?/;

/** Matches the section that people write for the next version, up to the next heading of a version. */
const unreleased = /^## \[?unreleased\]?[^\S\n]*$([^]*?)(?=^## |$(?![^]))/im;

/** Returns the text below `## Unreleased`, such as a change of behavior that no type shows; empty if there is none. */
export function readUnreleased(text: string): string {
  return unreleased.exec(text)?.[1]?.trim() ?? "";
}

/** The heading of the text that people wrote below `## Unreleased`. */
const behavior = "### Behavior";

/** An entry to add to a changelog. */
export interface Entry {
  readonly version: string;
  /** The day of the release: `2026-01-31`. */
  readonly date: string;
  /** In Markdown, with headings from the third level on. */
  readonly body: string;
  /** The version of the first entry, if it was not published and may be replaced. */
  readonly unpublished?: string | undefined;
}

/** Lists the versions that have entries in a changelog, in the order of the file. */
export function listVersions(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => heading.exec(line)?.[1] ?? []);
}

/**
 * Adds an entry for a version before the existing ones. Text above the first entry stays above it. Text below
 * `## Unreleased` moves into the entry, below `### Behavior`. If the entry replaces an unpublished one, the text above the
 * first heading of that one and its `### Behavior` stay.
 *
 * @param text The current changelog; undefined if there is none.
 * @throws Error if the changelog already has an entry for the version.
 */
export function addEntry(text: string | undefined, { version, date, body, unpublished }: Entry): string {
  const all = readUnreleased(text ?? "");
  const entry = (introText: string): string => {
    const hasTitle = introText.includes(behavior);
    const written = hasTitle && all.startsWith(behavior) ? all.slice(behavior.length).trim() : all;
    const title = written === "" || hasTitle || written.startsWith("### ") ? "" : behavior;
    const parts = [`## ${version} - ${date}`, introText, title, written, body.trim()];
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
  if (first < 0) return `${lines.join("\n").trimEnd()}\n\n${entry("")}`;
  const next = isAgain ? others.findIndex((one) => one !== undefined) : -1;
  const end = isAgain ? (next < 0 ? lines.length : first + 1 + next) : first;
  const intro = isAgain ? readIntro(lines.slice(first + 1, end), body) : "";
  const rest = lines.slice(end);
  return [...lines.slice(0, first), ...entry(intro).split("\n"), ...rest].join("\n").replace(/\n+$/, "\n");
}

/** Returns the lines of a changelog that another text of it lacks, without headings of versions and empty lines. */
export function findLostLines(before: string | undefined, after: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of after.split("\n")) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  return (before ?? "").split("\n").filter((line) => {
    const left = counts.get(line.trim()) ?? 0;
    counts.set(line.trim(), left - 1);
    return left <= 0 && line.trim() !== "" && !heading.test(line) && !/^## \[?unreleased\]?\s*$/i.test(line);
  });
}

/** Returns the text of an entry that people wrote: above its first heading, and below `### Behavior`. */
function readIntro(lines: readonly string[], body: string): string {
  // The new text repeats lines of the old one, such as notes on the comparison.
  const repeated = new Set(body.split("\n").filter((line) => line.trim() !== ""));
  const at = lines.findIndex((line) => line.startsWith("### ") && line !== behavior);
  return lines
    .slice(0, at < 0 ? lines.length : at)
    .filter((line) => !repeated.has(line))
    .join("\n")
    .trim();
}
