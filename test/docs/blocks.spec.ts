import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { generateCloud } from "./cloud.fixture.js";
import { typedPages } from "../first-hour/typed-pages.fixture.js";
import { blocksIn, blocksOf, pages } from "./pages.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** What runs the blocks of each language; `""` is what a terminal or a file shows, and is not for anybody to type. */
const tests: Readonly<Record<string, string>> = {
  ts: "test/docs/typescript.spec.ts",
  js: "test/first-hour/pages.long.ts",
  json: "test/first-hour/pages.long.ts",
  sh: "test/first-hour/pages.long.ts",
  yaml: "test/docs/blocks.spec.ts",
  proto: "test/docs/blocks.spec.ts",
  python: "test/emulator/recipes.long.ts",
  tsx: "test/frameworks/apps.long.ts",
  vue: "test/frameworks/apps.long.ts",
  svelte: "test/frameworks/apps.long.ts",
  "": "",
};

/** What stands before and after a block of a proto file, for those that are no whole file: by words of theirs. */
const aroundProtos: readonly { readonly has: string; readonly before: string; readonly after?: string }[] = [
  { has: "option (svc.", before: `package svc; import "google/protobuf/descriptor.proto";` },
  { has: "string api_service_name", before: `package acme; import "google/protobuf/descriptor.proto";` },
  {
    has: "shapes.field_behavior",
    before: `package shapes; import "google/protobuf/descriptor.proto";
      extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50001; }
      enum FieldBehavior {
        FIELD_BEHAVIOR_UNSPECIFIED = 0; FIELD_BEHAVIOR_IDENTIFIER = 1; FIELD_BEHAVIOR_IMMUTABLE = 2;
        FIELD_BEHAVIOR_OUTPUT_ONLY = 3; FIELD_BEHAVIOR_INPUT_ONLY = 4;
      }`,
  },
  {
    has: "ServiceAccountProfile",
    before: "package profile;",
    after: "message UserProfile {} message ServiceAccount {}",
  },
];

/** The files of `google/api`, for blocks that import them. */
const googleApi = Object.fromEntries(
  Object.entries(libraryFiles()).filter(([path]) => path.startsWith("google/api/")),
);

/** A file of buf with the plugins to run. */
interface BufTemplate {
  readonly plugins?: readonly { readonly strategy?: string; readonly opt: readonly string[] }[];
}

describe("the blocks of README and docs", () => {
  it("are all in a language that a test runs", () => {
    const all = pages.flatMap((page) => blocksOf(page));
    expect(all.filter(({ language }) => tests[language] === undefined)).toEqual([]);
    expect(Object.values(tests).filter((path) => path !== "" && !existsSync(join(top, path)))).toEqual([]);
    expect(all.length).toBeGreaterThan(90);
  });

  it("are run, or say why not", () => {
    const left = pages.flatMap((page) => blocksOf(page)).filter(({ notRun }) => notRun !== undefined);
    for (const { page, notRun = "" } of left) expect(`${page}: ${notRun}`).toMatch(/: .{20,}$/);
    // The lines on frameworks and forms run with packages of their own.
    const elsewhere = left.filter(({ notRun = "" }) => notRun.startsWith("test/frameworks runs"));
    expect(left.length - elsewhere.length).toBeLessThanOrEqual(16);
  });

  it("have options of the plugin that it takes", async () => {
    const templates = blocksIn("yaml").flatMap(({ page, code }) => {
      const all = [...parseAllDocuments(code)].map((document) => document.toJS() as BufTemplate);
      return all
        .flatMap(({ plugins }) => plugins ?? [])
        .map(({ strategy, opt }) => ({ page, strategy, opt }));
    });
    expect(templates.length).toBeGreaterThanOrEqual(4);
    for (const { page, strategy, opt } of templates) {
      expect([page, strategy]).toEqual([page, "all"]);
      // Prefix and name are those of another API, and the files of package_json and since are in another folder.
      const rest = opt.filter((one) => !/^(?:package_name|package_json|strip_prefix|since)=/.test(one));
      expect(Object.keys(await generateCloud(rest.join(",")))).toContain("src/session.ts");
    }
  });

  it.each(blocksIn("proto"))("are protos that buf builds: $page:$line", ({ code }) => {
    const { before, after = "" } = aroundProtos.find(({ has }) => code.includes(has)) ?? { before: "" };
    const whole = code.startsWith("syntax = ") ? code : `syntax = "proto3";\n${before}\n${code}\n${after}`;
    const google = whole.includes('import "google/api/') ? googleApi : {};
    const files = compileProtos({ ...google, "block.proto": whole });
    expect(files.map(({ name }) => name)).toContain("block.proto");
  });

  it("are typed where they are commands, on pages that are read from top to bottom", () => {
    const withCommands = new Set(
      blocksIn("sh").flatMap(({ page, notRun }) => (notRun === undefined ? [page] : [])),
    );
    expect([...withCommands].toSorted()).toEqual([...new Set(typedPages.map(({ page }) => page))].toSorted());
  });

  it("are JSON that can be read, and what it says of a package gets into its package.json", async () => {
    const [overlay] = blocksIn("json").filter(
      ({ code, file = "" }) => JSON.parse(code) && file === "sdk.package.json",
    );
    const folder = await mkdtemp(join(tmpdir(), "blocks-"));
    const file = join(folder, "sdk.package.json");
    await writeFile(file, overlay?.code ?? "");
    const { "package.json": manifest = "" } = await generateCloud(`session_name=Cloud,package_json=${file}`);
    expect(JSON.parse(manifest)).toMatchObject(JSON.parse(overlay?.code ?? "") as object);
    await rm(folder, { recursive: true });
  });

  it("are JavaScript that Node reads", async () => {
    const folder = await mkdtemp(join(tmpdir(), "blocks-"));
    for (const { line, code } of blocksIn("js")) {
      const file = join(folder, `${line}.${/\brequire\(/.test(code) ? "cjs" : "mjs"}`);
      await writeFile(file, code);
      execFileSync(process.execPath, ["--check", file]);
    }
    await rm(folder, { recursive: true });
  });

  it("name scripts of this repository that exist, and so does CONTRIBUTING.md", () => {
    const { scripts } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as {
      scripts: Readonly<Record<string, string>>;
    };
    const own = blocksIn("sh").filter(({ page }) => page === "README.md" || page.startsWith("docs/"));
    const named = own.flatMap(({ code }) =>
      [...code.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    );
    // Of a repository that uses Stratus, which `stratus init` writes.
    const others = new Set(["sdk:generate", "sdk:check"]);
    expect(named.filter((name) => !others.has(name) && !(name in scripts))).toEqual([]);
    expect(named.length).toBeGreaterThan(3);
    const contributing = readFileSync(join(top, "CONTRIBUTING.md"), "utf8");
    const inContributing = [...contributing.matchAll(/`?npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(inContributing.filter((name) => !(name in scripts))).toEqual([]);
  });
});
