/** A heading of a version: `## 1.2.0`, `## [1.2.0] - 2026-01-31`. */
const heading = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)\]?/;

/**
 * A changelog with an entry for a version, before those that it has. What stands above them stays above.
 *
 * @param text The changelog as it is; undefined where there is none.
 * @param body What the entry says, in Markdown, with headings from the third level on.
 * @throws Error where it has an entry for the version.
 */
export function withEntry(text: string | undefined, version: string, body: string): string {
  const entry = `## ${version}\n\n${body.trim()}\n`;
  if (text === undefined) return `# Changelog\n\n${entry}`;
  const lines = text.split("\n");
  const versions = lines.map((line) => heading.exec(line)?.[1]);
  if (versions.includes(version))
    throw new Error(`CHANGELOG.md has an entry for ${version}: nothing is written over it`);
  const first = versions.findIndex((one) => one !== undefined);
  if (first < 0) return `${text.trimEnd()}\n\n${entry}`;
  return [...lines.slice(0, first), ...entry.split("\n"), ...lines.slice(first)].join("\n");
}
