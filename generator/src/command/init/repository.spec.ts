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

describe("protos of several packages", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "protos-"))));
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (protos: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(protos)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  };

  it("give the SDK the name of the package with most services", async () => {
    await write({
      "protos/auth.proto": "package authpb; message A {}",
      "protos/options.proto": "package gogoproto; message B {}",
      "protos/rpc.proto": "package etcdserverpb; service KV {} service Watch {}",
      "protos/lock.proto": "package v3lockpb; service Lock {}",
    });
    const { names } = makePlan(folder, await readRepository(folder), {}, tools);
    expect(names).toMatchObject({ packageName: "etcdserverpb-sdk", session: "Etcdserverpb" });
  });

  it("have imports of every kind", async () => {
    await write({
      "protos/a.proto": 'import "x.proto"; import public "y.proto"; import weak "gogoproto/gogo.proto";',
    });
    const { protos } = await readRepository(folder);
    expect(protos[0]?.imports).toEqual(["x.proto", "y.proto", "gogoproto/gogo.proto"]);
  });
});
