import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { releaseCommand } from "./release.js";
import { codedError } from "../../../../test/coded-error.js";

const bin = fileURLToPath(new URL("../../../bin/stratus.js", import.meta.url));

/** A package in a repository, and its states. */
describe("a release by tags of git", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-release-"));
    git("init", "--quiet", "--initial-branch", "main");
    await put("export const a = 1;");
    commit("v1.0.0");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const git = (...args: readonly string[]): void => {
    const names = {
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@b.c",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@b.c",
    };
    execFileSync("git", args, { cwd: folder, env: { ...process.env, ...names } });
  };
  const put = async (index: string, version = "1.0.0"): Promise<void> => {
    await mkdir(join(folder, "sdk"), { recursive: true });
    const manifest = { name: "acme-sdk", version, exports: { ".": "./index.ts" } };
    await writeFile(join(folder, "sdk/package.json"), `${JSON.stringify(manifest)}\n`);
    await writeFile(join(folder, "sdk/index.ts"), index);
  };
  const commit = (tag: string): void => {
    git("add", ".");
    git("commit", "--quiet", "--message", tag);
    git("tag", tag);
  };
  let said = "";
  /** As a process, since a folder of git is found from where one stands. */
  const release = (...args: readonly string[]): number => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [bin, "release", ...args, "--package", "sdk"],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    said = stdout + stderr;
    return status ?? -1;
  };
  const changelog = (): Promise<string> => readFile(join(folder, "sdk/CHANGELOG.md"), "utf8");

  it("is brought up to date until it is tagged, and is not written over from then on", async () => {
    await put("export const a = 1; export const b = 2;");
    expect(release("v1.0.0:sdk")).toBe(0);
    expect(said).toContain("1.0.0 -> 1.1.0 (minor)");
    await put("export const b = 2;", "1.1.0");
    expect(release("v1.0.0:sdk")).toBe(0);
    expect(await changelog()).toMatch(/^# Changelog\n\n## 2\.0\.0 - \d{4}-\d\d-\d\d\n\n### Breaking\n[^]*$/);
    expect(await changelog()).not.toContain("1.1.0");
    commit("v2.0.0");
    await put("export const c = 3;", "2.0.0");
    expect(release("v1.0.0:sdk")).toBe(1);
    expect(said).toContain("CHANGELOG.md already has an entry for 2.0.0");
  });

  it("shows the lines that an entry would lose, and removes none of them unasked", async () => {
    await put("export const a = 1; export const b = 2;");
    release("v1.0.0:sdk", "--date", "2030-01-31");
    const text = (await changelog()).replace(
      "### New\n",
      "By hand.\n\n### Notes\n\n- One.\n- Two.\n\n### New\n",
    );
    await writeFile(join(folder, "sdk/CHANGELOG.md"), text);
    await put("export const a = 1; export const b = 2; export const c = 3;");
    expect(release("v1.0.0:sdk")).toBe(1);
    expect(said).toContain(
      "4 lines of CHANGELOG.md would be removed:\n- ### Notes\n- - One.\n- - Two.\n- - `b` is new.\n",
    );
    expect(said).toContain("Nothing was written.");
    expect(said).toContain("[CHANGELOG_LINES_LOST]");
    expect(await changelog()).toBe(text);
    expect(release("v1.0.0:sdk", "--dry-run")).toBe(0);
    expect(said).toContain("4 lines of CHANGELOG.md would be removed:");
    expect(await changelog()).toBe(text);
    expect(release("v1.0.0:sdk", "--yes", "--date", "2030-02-01")).toBe(0);
    expect(await changelog()).toMatch(/^# Changelog\n\n## 1\.1\.0 - 2030-02-01\n\nBy hand\.\n\n### New\n/);
    expect(await changelog()).not.toContain("- One.");
  });

  it("asks where somebody can answer", async () => {
    await put("export const a = 1; export const b = 2;");
    const sdk = join(folder, "sdk");
    const old = join(folder, "old");
    await mkdir(old);
    await writeFile(
      join(old, "package.json"),
      '{ "name": "acme-sdk", "version": "1.0.0", "exports": { ".": "./index.ts" } }',
    );
    await writeFile(join(old, "index.ts"), "export const a = 1;");
    const said: string[] = [];
    const run = (answer: boolean): Promise<number> =>
      releaseCommand(() => new Date("2030-01-31T23:00:00Z")).run([old, "--package", sdk], {
        out: (text) => void said.push(text),
        error: () => undefined,
        ask: async (question) => {
          said.push(question);
          return answer;
        },
      });
    await run(false);
    await writeFile(join(sdk, "CHANGELOG.md"), `${await changelog()}\n### Notes\n\n- One.\n`);
    await put("export const a = 1; export const b = 2;", "1.1.0");
    await expect(run(false)).rejects.toThrow(codedError("CHANGELOG_LINES_LOST", "Nothing was written"));
    expect(said).toContain("Remove these lines?");
    expect(await run(true)).toBe(0);
    expect(await changelog()).toContain("## 1.1.0 - 2030-01-31\n");
    expect(await changelog()).not.toContain("- One.");
  });

  it("explains a step before 1.0.0", async () => {
    await put("export const a = 1;", "0.3.0");
    commit("v0.3.0");
    await put("export const a = 1; export const b = 2;", "0.3.0");
    release("v0.3.0:sdk", "--dry-run");
    expect(said).toContain(
      "0.3.0 -> 0.3.1 (minor)\nBefore 1.0.0, a minor change raises the third number, because npm installs 0.3.1 for ^0.3.0.\n",
    );
    await put("export const b = 2;", "0.3.0");
    release("v0.3.0:sdk", "--dry-run");
    expect(said).toContain(
      "0.3.0 -> 0.4.0 (major)\nBefore 1.0.0, a breaking change raises the second number, because npm does not install 0.4.0 for ^0.3.0.\n",
    );
  });

  it.each([
    [["--dryrun"], 'There is no option "--dryrun". Did you mean --dry-run? [OPTION_UNKNOWN]'],
    [["--date", "yesterday"], '--date "yesterday" is not a day such as 2026-01-31'],
    [["--date", "2030-13-01"], '--date "2030-13-01" is not a day'],
  ])("ends with 2 for %j", (args, message) => {
    expect(release(...args)).toBe(2);
    expect(said).toContain(message);
  });

  it("may be announced by pre-releases, each with its entry", async () => {
    await put("export const b = 2;");
    release("v1.0.0:sdk", "--pre", "rc");
    expect(said).toContain("1.0.0 -> 2.0.0-rc.1 (major)");
    commit("v2.0.0-rc.1");
    release("v1.0.0:sdk", "--pre", "rc");
    expect(said).toContain("1.0.0 -> 2.0.0-rc.2 (major)");
    commit("v2.0.0-rc.2");
    release("v1.0.0:sdk");
    expect((await changelog()).match(/^## \S+/gm)).toEqual(["## 2.0.0", "## 2.0.0-rc.2", "## 2.0.0-rc.1"]);
  });

  it.each([
    ["banana", '--version "banana" is not a version such as 1.2.0'],
    ["0.9.0", "--version 0.9.0 is not higher than 1.0.0, which users have. Choose a higher one"],
    ["1.0.0", "--version 1.0.0 is not higher than 1.0.0"],
    ["1.0.0-rc.1", "--version 1.0.0-rc.1 is not higher than 1.0.0"],
  ])("refuses the version %s", async (version, message) => {
    const io = { out: () => undefined, error: () => undefined };
    const sdk = join(folder, "sdk");
    await expect(releaseCommand().run([sdk, "--package", sdk, "--version", version], io)).rejects.toThrow(
      codedError("OPTION_INVALID", message),
    );
  });
});
