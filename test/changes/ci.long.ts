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

  it("lets the same pass in two commits, the protos and then the SDK", async () => {
    run("git", "switch", "--quiet", "--create", "two", "main");
    await edit(note, field, `${field}\n  // Size of the paper.\n  string size = 9;`);
    commit("Give notes a size");
    run("npm", "run", "--silent", "sdk:generate");
    commit("Generate the SDK again");
    expect(run("sh", "sdk.sh", "check", "main")).toContain("`NoteSpec.size` is new.");
    expect(run("sh", "sdk.sh", "check", "HEAD~1")).toContain("`NoteSpec.size` is new.");
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
    // The first push of a branch has no commit before it.
    for (const base of ["main", "0000000000000000000000000000000000000000"]) {
      const said = failing("check", base);
      expect(said).toContain("1 file(s) in sdk are not what the generator wrote.");
      expect(said).toContain("  src/notes/v1/note.ts");
    }
  });

  it("writes nothing over an edit that is not committed", async () => {
    run("git", "switch", "--quiet", "--force", "--create", "uncommitted", "main");
    await edit(
      "sdk/src/notes/v1/note.ts",
      "export interface NoteSpec",
      "/** Mine. */\nexport interface NoteSpec",
    );
    expect(failing("strict")).toContain("Nothing was written over them.");
    expect(await readFile(join(repository, "sdk/src/notes/v1/note.ts"), "utf8")).toContain("/** Mine. */");
    run("git", "checkout", "--", "sdk");
    expect(run("sh", "sdk.sh", "strict")).toContain("The SDK is what the protos ask for.");
  });

  it("says in one sentence that the SDK is behind, where that fails, and shows at most forty lines", async () => {
    run("git", "switch", "--quiet", "--force", "--create", "strictly", "main");
    await edit(note, field, `${field}\n  // Colour of the paper.\n  string colour = 9;`);
    const said = failing("strict");
    expect(said).toMatch(
      /^The SDK is not what the protos ask for\. It was generated again: look at it and commit it\.\n/m,
    );
    expect(said.split("\n").length).toBeLessThanOrEqual(40);
    run("git", "checkout", "--quiet", "--force", "main");
  });

  it("takes its branch away when there is nothing to propose any more", () => {
    run("git", "checkout", "--quiet", "--force", "main");
    run("sh", "sdk.sh", "update", "sdk-update");
    expect(run("git", "ls-remote", "--heads", "origin", "sdk-update")).toBe("");
  });

  it("applies nothing of a patch outside of the SDK, such as a workflow or a link that leads there", async () => {
    run("git", "checkout", "--quiet", "--force", "main");
    const added = (path: string, mode: string, line: string): string =>
      `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;
    const hostile = [
      added(".github/workflows/evil.yml", "100644", "on: push"),
      added("package.json.js", "100644", "evil()"),
      added("sdk/src/fine.ts", "100644", "export {};"),
    ];
    await writeFile(join(repository, "sdk/sdk.patch"), hostile.join(""));
    run("sh", "sdk.sh", "propose", "hostile");
    expect(run("git", "diff", "--name-only", "main", "origin/hostile")).toBe("sdk/src/fine.ts\n");
    run("git", "checkout", "--quiet", "--force", "main");
    const link = [
      added("sdk/out", "120000", "../.github").replace(
        "+../.github\n",
        "+../.github\n\\ No newline at end of file\n",
      ),
      added("sdk/out/evil.yml", "100644", "on: push"),
    ];
    await writeFile(join(repository, "sdk/sdk.patch"), link.join(""));
    expect(failing("propose", "linked")).toContain("sdk/out");
    await rm(join(repository, "sdk/sdk.patch"));
    run("git", "checkout", "--quiet", "--force", "main");
    expect(run("ls", ".github/workflows")).toBe("sdk.yml\n");
  });

  it("prints what the changelog says of a version", async () => {
    await writeFile(
      join(repository, "sdk/CHANGELOG.md"),
      "# Changelog\n\n## 1.2.0 - 2026-02-01\n\n- Two.\n\n## [1.1.0] - 2026-01-01\n\n- One.\n",
    );
    expect(run("sh", "sdk.sh", "notes", "sdk-v1.2.0").trim()).toBe("- Two.");
    expect(run("sh", "sdk.sh", "notes", "sdk-v1.1.0").trim()).toBe("- One.");
    await rm(join(repository, "sdk/CHANGELOG.md"));
  });

  it("says how to call it", () => {
    expect(failing("sing")).toContain(
      "sh sdk.sh check BASE | strict | notes TAG | pack TAG | publish TAG | change | propose BRANCH | update BRANCH",
    );
  });
});
