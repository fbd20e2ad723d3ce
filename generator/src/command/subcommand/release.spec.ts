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
    expect(await changelog()).toMatch(/^# Changelog\n\n## 2\.0\.0\n\n### Breaking\n[^]*$/);
    expect(await changelog()).not.toContain("1.1.0");
    commit("v2.0.0");
    await put("export const c = 3;", "2.0.0");
    expect(release("v1.0.0:sdk")).toBe(1);
    expect(said).toContain("CHANGELOG.md already has an entry for 2.0.0");
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
    expect((await changelog()).match(/^## .*$/gm)).toEqual(["## 2.0.0", "## 2.0.0-rc.2", "## 2.0.0-rc.1"]);
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
