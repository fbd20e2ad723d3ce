import { describe, expect, it } from "vitest";
import { addEntry as addDatedEntry, findLostLines, readUnreleased } from "./changelog.js";
import { codedError } from "../../../../test/coded-error.js";

/** Adds an entry of one day, and leaves the day out of the result. */
function addEntry(text: string | undefined, version: string, body: string, unpublished?: string): string {
  return addDatedEntry(text, { version, date: "2030-01-31", body, unpublished }).replaceAll(
    " - 2030-01-31",
    "",
  );
}

describe("a changelog", () => {
  it("has the day of a release beside its version", () => {
    const entry = { version: "1.1.0", date: "2030-01-31", body: "x" };
    expect(addDatedEntry(undefined, entry)).toBe("# Changelog\n\n## 1.1.0 - 2030-01-31\n\nx\n");
    const next = { ...entry, version: "1.2.0", date: "2030-02-01", body: "y" };
    const text = addDatedEntry(addDatedEntry(undefined, entry), { ...next, unpublished: "1.1.0" });
    expect(text).toBe("# Changelog\n\n## 1.2.0 - 2030-02-01\n\nx\n\ny\n");
  });

  it.each([
    ["", "# Changelog\n\n## Unreleased\n\n- a\n", "### Behavior\n\n- a"],
    [
      ", below the heading that people wrote",
      "# Changelog\n\n## Unreleased\n\n### Behavior\n\n- a\n",
      "### Behavior\n\n- a",
    ],
    [", below other headings", "# Changelog\n\n## Unreleased\n\n### Fixed\n\n- a\n", "### Fixed\n\n- a"],
  ])("has what people wrote for the next version once%s", (_, before, written) => {
    const entry = `## 1.1.0\n\n${written}\n\n### New\n\n- b\n`;
    expect(addEntry(before, "1.1.0", "### New\n\n- b")).toBe(`# Changelog\n\n${entry}`);
    const older = "\n## 1.0.0\n\nThe first release.\n";
    expect(addEntry(before + older, "1.1.0", "### New\n\n- b")).toBe(`# Changelog\n\n${entry}${older}`);
  });

  it("adds what people wrote to that of an unpublished entry, below one heading", () => {
    const before = "# Changelog\n\n## Unreleased\n\n### Behavior\n\n- b\n\n## 1.1.0\n\n### Behavior\n\n- a\n";
    expect(addEntry(before, "1.1.0", "", "1.1.0")).toBe(
      "# Changelog\n\n## 1.1.0\n\n### Behavior\n\n- a\n\n- b\n",
    );
  });

  it.each([
    ["nothing, if the text only grows", "## 1.0.0\n\n- a\n", "## 1.1.0\n\n- b\n\n## 1.0.0\n\n- a\n", []],
    ["a line that is gone", "- a\n- b\n", "- b\n", ["- a"]],
    ["one of two equal lines", "- a\n- a\n", "- a\n", ["- a"]],
    ["no line that is only indented", "- a\n", "  - a\n", []],
    ["no heading of a version", "## 1.0.0\n## Unreleased\n### Notes\n", "", ["### Notes"]],
  ])("loses %s", (_, before, after, want) => {
    expect(findLostLines(before, after)).toEqual(want);
  });

  it("gets an entry before the others, and keeps what people wrote", () => {
    const text = "# Changelog\n\nWritten by hand.\n\n## 1.0.0\n\n- First.\n";
    expect(addEntry(text, "1.1.0", "### New\n\n- `a` is new.\n")).toBe(
      "# Changelog\n\nWritten by hand.\n\n## 1.1.0\n\n### New\n\n- `a` is new.\n\n## 1.0.0\n\n- First.\n",
    );
  });

  it.each([
    ["begins where there is none", undefined, "# Changelog\n\n## 1.1.0\n\nx\n"],
    [
      "gets its first entry behind the words at its head",
      "# Log\n\nWords.",
      "# Log\n\nWords.\n\n## 1.1.0\n\nx\n",
    ],
    [
      "with links and dates is understood",
      "## [1.0.0] - 2026-01-31\n",
      "## 1.1.0\n\nx\n\n## [1.0.0] - 2026-01-31\n",
    ],
  ])("%s", (_, text, want) => {
    expect(addEntry(text, "1.1.0", "x")).toBe(want);
  });

  it("is not written over where the version has an entry", () => {
    expect(() => addEntry("## v1.1.0\n", "1.1.0", "x")).toThrow(
      codedError("VERSION_EXISTS", "has an entry for 1.1.0"),
    );
  });

  it("keeps what people wrote in an entry without headings, which is not published", () => {
    const text = "# Changelog\n\n## 0.1.0\n\n- First version.\n- By hand.\n";
    const want = "# Changelog\n\n## 0.1.0\n\n- First version.\n- By hand.\n\nThe first release.\n";
    expect(addEntry(text, "0.1.0", "The first release.\n", "0.1.0")).toBe(want);
    expect(addEntry(want, "0.1.0", "The first release.\n", "0.1.0")).toBe(want);
  });

  it("brings an entry up to date that is not published, and keeps the words above its headings", () => {
    const text = "# Changelog\n\n## 1.1.0\n\nBy hand.\n\n### New\n\n- Old.\n\n## 1.0.0\n\n- First.\n";
    const want = "# Changelog\n\n## 2.0.0\n\nBy hand.\n\n### Breaking\n\n- x.\n\n## 1.0.0\n\n- First.\n";
    expect(addEntry(text, "2.0.0", "### Breaking\n\n- x.\n", "1.1.0")).toBe(want);
    expect(addEntry(want, "2.0.0", "### Breaking\n\n- x.\n", "2.0.0")).toBe(want);
  });

  it("moves what people wrote for the next version into its entry, and keeps it when the entry is written again", () => {
    const text = "# Changelog\n\n## Unreleased\n\n- Calls time out after 10 s.\n\n## 1.0.0\n\n- First.\n";
    const want =
      "# Changelog\n\n## 1.1.0\n\n### Behavior\n\n- Calls time out after 10 s.\n\n### New\n\n- x.\n\n## 1.0.0\n\n- First.\n";
    expect(addEntry(text, "1.1.0", "### New\n\n- x.\n")).toBe(want);
    expect(addEntry(want, "1.1.0", "### New\n\n- x.\n", "1.1.0")).toBe(want);
    const again = want.replace("## 1.1.0", "## Unreleased\n\n- Retries stop.\n\n## 1.1.0");
    expect(addEntry(again, "1.1.0", "### New\n\n- x.\n", "1.1.0")).toBe(
      want.replace("10 s.", "10 s.\n\n- Retries stop."),
    );
    const alone = addEntry(text, "1.1.0", "");
    expect(alone).toBe(want.replace("### New\n\n- x.\n\n", ""));
    expect(addEntry(alone, "1.2.0", "", "1.1.0")).toBe(alone.replace("1.1.0", "1.2.0"));
  });

  it.each([
    ["# Changelog\n\n## Unreleased\n\n- a\n- b", "- a\n- b"],
    ["## [Unreleased]\n\n- a\n\n## 1.0.0\n\n- b\n", "- a"],
    ["## Unreleased\n\n## 1.0.0\n\n- b\n", ""],
    ["## 1.0.0\n\nUnreleased\n", ""],
  ])("has for the next version, in %j: %j", (text, want) => {
    expect(readUnreleased(text)).toBe(want);
  });

  it("has one entry for a version, whichever is brought up to date", () => {
    expect(() => addEntry("## 1.1.0\n\n## 1.0.0\n", "1.0.0", "x", "1.1.0")).toThrow(
      codedError("VERSION_EXISTS", "has an entry for 1.0.0"),
    );
  });
});
