import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** The script that `stratus init` writes for CI, in a repository with a remote one. */
describe("the script for CI", { timeout: 120_000 }, () => {
  let folder: string;
  let repository: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ci-"));
    repository = join(folder, "acme");
    await mkdir(repository);
    run("git", "init", "--quiet", "--bare", join(folder, "remote.git"));
    run("git", "init", "--quiet", "--initial-branch", "main");
    run("git", "remote", "add", "origin", join(folder, "remote.git"));
    run(process.execPath, join(top, "generator/bin/stratus.js"), "init", repository);
    await symlink(join(top, "node_modules"), join(repository, "node_modules"));
    // The tools by their names, as npm ci would put them into node_modules/.bin.
    const bin = join(folder, "bin");
    await mkdir(bin);
    for (const name of ["stratus", "protoc-gen-stratus"]) {
      await writeFile(join(bin, name), `#!/bin/sh\nexec node ${join(top, "generator/bin", name)}.js "$@"\n`);
      await chmod(join(bin, name), 0o755);
    }
    run("npm", "run", "--silent", "sdk:generate");
    commit("Begin");
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, {
      cwd: repository,
      encoding: "utf8",
      stdio: "pipe",
      env: {
        ...process.env,
        PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@b.c",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@b.c",
      },
    });
  const commit = (message: string): void => {
    run("git", "add", "--all", ":!node_modules");
    run("git", "commit", "--quiet", "--message", message);
  };
  const edit = async (path: string, from: string, to: string): Promise<void> => {
    const text = await readFile(join(repository, path), "utf8");
    expect(text).toContain(from);
    await writeFile(join(repository, path), text.replace(from, to));
  };
  const failing = (...args: readonly string[]): string => {
    try {
      run("sh", "sdk.sh", ...args);
    } catch (error) {
      return String((error as { stderr?: string }).stderr);
    }
    throw new Error("it did not fail");
  };
  const note = "proto/acme/notes/v1/note.proto";
  const field = "  string text = 1;";

  it("lets a change pass that was generated, and says what it means", async () => {
    run("git", "switch", "--quiet", "--create", "generated");
    await edit(note, field, `${field}\n  // Colour of the paper.\n  string colour = 9;`);
    run("npm", "run", "--silent", "sdk:generate");
    commit("Give notes a colour");
    expect(run("sh", "sdk.sh", "check", "main")).toContain("`NoteSpec.colour` is new.");
  });

  it("lets a change of protos alone pass, and says that the SDK is behind", async () => {
    run("git", "switch", "--quiet", "--create", "behind", "main");
    await edit(note, field, `${field}\n  // Colour of the paper.\n  string colour = 9;`);
    commit("Give notes a colour");
    expect(run("sh", "sdk.sh", "check", "main")).toContain("The SDK is behind the protos");
    run("git", "checkout", "--quiet", "--force", "behind");
  });

  it("commits the SDK on a branch, pushes it, and leaves the text of the change", async () => {
    expect(run("sh", "sdk.sh", "update", "sdk-update")).toContain("`NoteSpec.colour` is new.");
    expect(await readFile(join(repository, "sdk/sdk-change.md"), "utf8")).toContain("**minor**");
    expect(run("git", "log", "--format=%s", "-1", "origin/sdk-update")).toBe("Generate the SDK again\n");
    expect(run("git", "show", "origin/sdk-update:sdk/src/notes/v1/note.ts")).toContain("colour");
    expect(run("git", "diff", "--name-only", "behind", "origin/sdk-update")).toMatch(/^(?:sdk\/\S+\n)+$/);
    expect(run("sh", "sdk.sh", "update", "sdk-update")).toContain("The SDK is up to date.");
  });

  it("refuses an SDK that was edited by hand, and names the files", async () => {
    run("git", "switch", "--quiet", "--force", "--create", "edited", "main");
    await edit(
      "sdk/src/notes/v1/note.ts",
      "export interface NoteSpec",
      "/** Mine. */\nexport interface NoteSpec",
    );
    commit("Edit the SDK");
    const said = failing("check", "main");
    expect(said).toContain("not what the generator writes");
    expect(said).toContain("src/notes/v1/note.ts");
  });

  it("says how to call it", () => {
    expect(failing("sing")).toContain("sh sdk.sh check BASE | change | propose BRANCH | update BRANCH");
  });
});
