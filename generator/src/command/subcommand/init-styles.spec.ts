import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initCommand } from "./init.js";
import { runCommand } from "./run-command.js";

describe("stratus init beside an API", () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "init-"));
    folder = join(parent, "acme");
    await mkdir(folder);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  const init = async (): Promise<{ readonly out: string }> => {
    let out = "";
    const write = (text: string): void => void (out += text);
    await runCommand([initCommand()], ["init", folder], () => "1.0.0", { out: write, error: write });
    return { out };
  };
  const put = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  };
  const all = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
    );

  const library = (use: string): Record<string, string> => ({
    "proto/library/v1/library.proto": `syntax = "proto3";\npackage library.v1;\n${use}\nservice Books {}\n`,
  });
  const host =
    'import "google/api/client.proto";\nservice Hosts { option (google.api.default_host) = "a.example"; }';
  const named = 'import "other/options.proto";\nservice Named { option (other.api_service_name) = "a"; }';

  it.each<[what: string, files: Record<string, string>, says: RegExp]>([
    ["plain gRPC", library(""), /^The protos are plain gRPC \(kind=grpc\)\. They stay as they are\.\n/],
    ["AIP by a module of the registry", library(host), /^The protos follow AIP \(kind=aip\)\.\n/],
    [
      "the convention, whose option is declared elsewhere",
      library(named),
      /^The protos follow the convention/,
    ],
    [
      "a Connect setup",
      { ...library(""), "buf.gen.yaml": "version: v2\nplugins:\n  - local: protoc-gen-es\n    out: gen\n" },
      /^The protos are plain gRPC .* also generates code for Connect\.\n[^]*protocol: "connect"/,
    ],
  ])("recognizes %s, and adds no proto and no option", async (_, files, says) => {
    await put(files);
    const { out } = await init();
    expect(out).toMatch(says);
    expect(out).not.toMatch(/api_service_name|annotations\.proto/);
    expect(Object.keys(all()).filter((path) => path.endsWith(".proto"))).toEqual([
      "proto/library/v1/library.proto",
    ]);
    expect(all()).toMatchObject(files);
  });

  it.each([
    ["openapi.yaml", "# ours\nopenapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n"],
    ["api/spec.json", '{\n  "openapi": "3.0.3"\n}\n'],
  ])("names the command for %s, and writes no gRPC sample over it", async (path, text) => {
    await put({ [path]: text, "tsconfig.json": "{}" });
    const { out } = await init();
    expect(out).toContain(`\`npx stratus openapi ${path} --out sdk --package-name acme-sdk\``);
    expect(Object.keys(all())).toEqual([".gitignore", path, "tsconfig.json"].sort());
  });

  it("leaves a .gitignore, or says what one that is there lacks", async () => {
    await init();
    expect(all()[".gitignore"]).toBe("node_modules/\n");
    await put({ ".gitignore": "dist/\n" });
    expect((await init()).out).toContain("Add node_modules/ to .gitignore");
    expect(all()[".gitignore"]).toBe("dist/\n");
  });
});
