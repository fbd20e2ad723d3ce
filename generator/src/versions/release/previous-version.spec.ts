import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { findPreviousVersion, type ReleasedPackage } from "./previous-version.js";
import { isSameRepository } from "./releases.js";

const files = { label: "sdk", files: new Map<string, string>() };

/** A package in a repository, and a registry that answers for it. */
describe("the version that a release is compared with", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-previous-"));
    await mkdir(join(folder, "sdk"));
    await mkdir(join(folder, "bin"));
    git("init", "--quiet", "--initial-branch", "main");
    await registry(undefined);
    vi.stubEnv("PATH", `${join(folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}`);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  const git = (...args: readonly string[]): string => {
    const by = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
    return execFileSync("git", [...by, ...args], { cwd: folder, encoding: "utf8" });
  };
  /** Answers as npm does of a package. */
  const registry = async (published: object | undefined): Promise<void> => {
    const answer =
      published === undefined ? "echo E404 >&2; exit 1" : `cat << 'END'\n${JSON.stringify(published)}\nEND`;
    const tarball = `case "$1" in pack) cp ${join(folder, "published.tgz")} "$4"; exit;; esac`;
    await writeFile(join(folder, "bin/npm"), `#!/bin/sh\n${tarball}\n${answer}\n`);
    await chmod(join(folder, "bin/npm"), 0o755);
  };
  const commit = async (version: string, tag?: string): Promise<void> => {
    await writeFile(join(folder, "sdk/package.json"), JSON.stringify({ version }, undefined, 2));
    git("add", "sdk");
    git("commit", "--quiet", "--message", version);
    if (tag !== undefined) git("tag", tag);
  };
  const find = (more: Partial<ReleasedPackage>) =>
    findPreviousVersion({
      folder: join(folder, "sdk"),
      name: "acme-sdk",
      version: "1.0.0",
      repository: undefined,
      entries: [],
      files,
      ...more,
    });

  it("is none for the first release", async () => {
    expect(await find({})).toMatchObject({ side: undefined, reason: "" });
    expect(await find({ entries: ["1.0.0"] })).toMatchObject({ side: undefined, reason: "" });
  });

  it("is the newest entry that has a tag", async () => {
    await commit("1.0.0", "sdk-v1.0.0");
    await commit("1.1.0", "sdk-v1.1.0");
    await commit("1.2.0");
    const { side, reason } = await find({ entries: ["1.2.0", "1.1.0", "1.0.0"] });
    expect([side, reason]).toEqual([
      `sdk-v1.1.0:${join(folder, "sdk")}`,
      "Compared with the Git tag sdk-v1.1.0",
    ]);
  });

  it("is the commit that set the version of the newest entry, where there are no tags", async () => {
    await commit("1.0.0");
    await commit("1.1.0");
    const { side, reason } = await find({ entries: ["1.1.0", "1.0.0"] });
    expect(side).toMatch(/^[0-9a-f]{40}:.*sdk$/);
    expect(reason).toMatch(/^Compared with commit [0-9a-f]{8}, which set version 1\.1\.0, the newest entry/);
  });

  it("is the commit of its entry, although package.json had the version before", async () => {
    await commit("1.1.0");
    await writeFile(join(folder, "sdk/CHANGELOG.md"), "# Changelog\n\n## 1.1.0 - 2030-01-31\n");
    await commit("1.1.0");
    const last = git("rev-parse", "HEAD").trim();
    await writeFile(join(folder, "sdk/index.ts"), "export const later = 1;");
    await commit("1.1.0");
    expect((await find({ entries: ["1.1.0"] })).side).toBe(`${last}:${join(folder, "sdk")}`);
  });

  it("cannot be found if the entries are of versions that exist nowhere, and the error says where it looked", async () => {
    await expect(find({ entries: ["0.9.0", "0.8.0"] })).rejects.toThrow(
      codedError(
        "VERSION_UNREADABLE",
        "CHANGELOG.md has an entry for 0.9.0, and neither npm, nor a Git tag, nor a commit of",
      ),
    );
  });

  it("is not that of somebody else's package of the same name at npm", async () => {
    await registry({
      "dist-tags": { latest: "0.3.4" },
      versions: ["0.3.4"],
      repository: { type: "git", url: "git+https://github.com/stranger/widgets.git" },
    });
    const repository = "github:acme/api";
    const { side, reason, releases } = await find({ name: "widgets", repository, entries: ["1.0.0"] });
    expect(side).toBeUndefined();
    expect(reason).toBe(
      "npm:widgets@0.3.4 is from the repository git+https://github.com/stranger/widgets.git, and not from github:acme/api, so it was not compared",
    );
    expect(releases.has("0.3.4")).not.toBe(true);
  });

  const guide = (id: string, protocol = "grpc"): string =>
    `export const guide = {\n  version: 1,\n  protocol: "${protocol}",\n  id: "${id}",\n};\n`;
  /** Publishes version 0.3.4 of a package whose guide has an ID. */
  const publish = async (id: string): Promise<void> => {
    await registry({ "dist-tags": { latest: "0.3.4" }, versions: ["0.3.4"] });
    await mkdir(join(folder, "package/src/guide"), { recursive: true });
    await writeFile(join(folder, "package/src/guide/index.ts"), guide(id));
    await writeFile(join(folder, "package/package.json"), JSON.stringify({ version: "0.3.4" }));
    execFileSync("tar", ["czf", "published.tgz", "package"], { cwd: folder });
  };
  const sdkOf = (text: string) => ({ label: "sdk", files: new Map([["src/guide/index.ts", text]]) });

  it.each([
    ["the same API", "acme.notes", guide("acme.notes"), true],
    ["an API that got packages since", "acme.notes", guide("acme"), true],
    ["another API", "acme.notes", guide("acme.notebooks"), false],
    ["another protocol", "acme.notes", guide("acme.notes", "rest"), false],
    ["an API without an ID", "acme.notes", "export const guide = {};", true],
  ])("is at npm if the guides are of %s", async (_, published, own, isCompared) => {
    await publish(published);
    const { side, reason } = await find({ name: "widgets", entries: ["0.3.4"], files: sdkOf(own) }).catch(
      (error: Error) => ({ side: undefined, reason: error.message }),
    );
    expect(side !== undefined).toBe(isCompared);
    expect(reason).toContain(
      isCompared ? "Compared with 0.3.4 at npm" : "is the SDK of acme.notes (grpc), and not of acme.note",
    );
  });

  it.each([
    ["github:acme/api", "git+https://github.com/acme/api.git", true],
    ["acme/api", "https://github.com/acme/api", true],
    ["git@github.com:acme/api.git", "ssh://git@github.com/acme/api", true],
    ["https://gitlab.com/acme/api", "gitlab:acme/api", true],
    ["https://github.com/acme/api", "https://github.com/other/api", false],
    [undefined, undefined, true],
    ["https://github.com/acme/api", undefined, false],
  ])("is of the same repository, %s and %s: %s", (a, b, want) => {
    expect(isSameRepository(a, b)).toBe(want);
  });
});
