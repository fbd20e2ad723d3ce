import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makePlan } from "./plan.js";
import { readRepository } from "./repository.js";

const tools = { stratus: "1.0.0", buf: "1.0.0", tsMorph: "1.0.0" };

describe("a folder of a repository", () => {
  let top: string;
  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), "repository-"));
    for (const [path, text] of Object.entries({
      ".git/HEAD": "ref: refs/heads/main\n",
      "pnpm-workspace.yaml": "packages: ['packages/*']\n",
      "packages/api/package.json": '{ "name": "api" }\n',
    })) {
      await mkdir(dirname(join(top, path)), { recursive: true });
      await writeFile(join(top, path), text);
    }
  });
  afterEach(() => rm(top, { recursive: true }));

  it("has the package manager of the repository, whose workspaces and workflows are not in the folder", async () => {
    const folder = join(top, "packages/api");
    const { files, advice, manager } = makePlan(folder, await readRepository(folder), {}, tools);
    expect(manager.name).toBe("pnpm");
    expect(files.map(({ path }) => path)).not.toContain("pnpm-workspace.yaml");
    expect(advice[0]).toMatch(
      /^The root of the repository is \.\.\/\.\.\. .* move \.github\/workflows\/sdk\.yml there, .* packages\/api\/sdk to the workspaces/,
    );
  });

  it("is like any other at the top", async () => {
    const { advice } = makePlan(top, await readRepository(top), {}, tools);
    expect(advice.join()).not.toContain("The root of the repository");
  });
});
