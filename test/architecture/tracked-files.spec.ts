import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));
const git = (args: readonly string[], input = ""): string[] =>
  execFileSync("git", args, { cwd: top, input, encoding: "utf8", maxBuffer: 1 << 26 })
    .split("\0")
    .filter(Boolean);

const tracked = git(["ls-files", "-z"]);

/** Folders included: macOS and Windows take `Docs/` and `docs/` for one folder. */
const withFolders = (paths: readonly string[]): string[] => [
  ...new Set(
    paths.flatMap((path) => path.split("/").map((_, depth, parts) => parts.slice(0, depth + 1).join("/"))),
  ),
];

/** Paths that a file system without letter case takes for an earlier one. */
function caseClashes(paths: readonly string[]): string[] {
  const seen = new Map<string, string>();
  return withFolders(paths).flatMap((path) => {
    const folded = path.normalize("NFC").toLowerCase();
    const other = seen.get(folded);
    seen.set(folded, path);
    return other === undefined ? [] : [`${other} and ${path}`];
  });
}

/** Names of devices on Windows, which no file can have, with or without an extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Windows limits a path to 260 characters, of which a checkout leaves about this many. */
const maxPathLength = 180;

/** Paths that Git for Windows cannot check out with its default settings. */
const invalidOnWindows = (paths: readonly string[]): string[] =>
  paths.filter(
    (path) =>
      path.length > maxPathLength ||
      // oxlint-disable-next-line no-control-regex
      path.split("/").some((name) => /[<>:"|?*\\\u0000-\u001f]|[ .]$/.test(name) || device.test(name)),
  );

describe("tracked files", () => {
  it("have names that differ by more than letter case", () => {
    expect(caseClashes(tracked)).toEqual([]);
  });

  it("have names that Windows can store", () => {
    expect(invalidOnWindows(tracked)).toEqual([]);
  });

  it("are checked out with LF on every platform, whatever core.autocrlf says", () => {
    const attributes = git(["check-attr", "-z", "--stdin", "eol"], tracked.join("\0"));
    const values = attributes.filter((_, index) => index % 3 === 2);
    expect(values).toHaveLength(tracked.length);
    expect(new Set(values)).toEqual(new Set(["lf"]));
  });
});

describe("lock files", () => {
  const files = tracked.filter((path) => /(?:^|\/)package-lock\.json$/.test(path));

  it.each(files)("%s has the integrity of every package, so that npm verifies what it installs", (path) => {
    const { packages } = JSON.parse(readFileSync(join(top, path), "utf8")) as {
      packages: Readonly<
        Record<string, { readonly link?: boolean; readonly inBundle?: boolean; readonly integrity?: string }>
      >;
    };
    // A package inside the archive of another one is verified with it.
    const unverified = Object.entries(packages).filter(
      ([place, { link, inBundle, integrity }]) =>
        place.includes("node_modules/") && link !== true && inBundle !== true && integrity === undefined,
    );
    expect(unverified.map(([place]) => place)).toEqual([]);
  });
});

describe("this test", () => {
  it("finds clashes of files and of folders", () => {
    expect(caseClashes(["docs/a.md", "docs/A.md"])).toEqual(["docs/a.md and docs/A.md"]);
    expect(caseClashes(["docs/a.md", "Docs/b.md"])).toEqual(["docs and Docs"]);
    expect(caseClashes(["docs/a.md", "test/a.md"])).toEqual([]);
  });

  it.each([
    "a:b.ts",
    "docs/aux.md",
    "NUL",
    "docs/end.",
    "docs /a.md",
    "what?.ts",
    `${"long/".repeat(40)}a.ts`,
  ])("refuses %s", (path) => {
    expect(invalidOnWindows([path])).toEqual([path]);
  });
});
