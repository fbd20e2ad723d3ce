import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { everything, targets } from "../../tools/build.mjs";
import { commandsOf, longTests, longTestsTable, nightlyJobs, testsFor } from "../../tools/long-tests.mjs";
import { readBlock } from "../../tools/marked-blocks.mjs";
import { downloadPrograms, packages, sourcePackages } from "../../tools/requirements.mjs";
import { filesOf, isThere } from "./pages.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(top, path), "utf8");

describe("the table of long tests", () => {
  it("is printed in test/README.md; after a change, run npm run long -- --write", () => {
    expect(readBlock(read("test/README.md"), "long-tests")).toBe(longTestsTable());
  });

  it("runs every long test", () => {
    const words = longTests.flatMap(({ run }) => run.flatMap((step) => step.split(" ")));
    const left = filesOf(".long.ts").filter(
      ({ path }) => !words.some((word) => path === word || path.startsWith(`${word}/`)),
    );
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  it.each(longTests)("names files, folders, targets and tools that exist: $name", (test) => {
    const paths = test.run.flatMap((step) => step.split(" ")).filter((word) => word.startsWith("test/"));
    const sources = paths.filter((path) => !path.includes("/dist/"));
    const missing = [...test.guards, ...(test.install ?? []), ...sources].filter((path) => !isThere(path));
    expect(missing).toEqual([]);
    expect((test.build ?? []).filter((target) => !(target in targets))).toEqual([]);
    const known = new Set([...Object.keys(packages), sourcePackages]);
    expect((test.needs ?? []).filter((need) => !known.has(need))).toEqual([]);
  });

  it.each(longTests)("builds all that its tests may use, in a fresh clone: $name", (test) => {
    const usesVitest = commandsOf(test).some(({ text }) => /(?:^| )vitest /.test(text));
    const built = new Set(test.build ?? everything);
    expect(usesVitest ? everything.filter((target) => !built.has(target)) : []).toEqual([]);
  });

  it("finds the tests that guard a file, and those inside a folder", () => {
    const names = (path: string): string[] => testsFor(path).map(({ name }) => name);
    expect(names("mcp/src/index.ts")).toEqual(["plain-grpc", "agents"]);
    expect(names("examples")).toEqual(["frameworks", "screenshots"]);
    expect(names("LICENSE")).toEqual([]);
  });

  it("gives arguments to the program of a test, or else to vitest", () => {
    const run = ["tsc -p test/interop", "A=1 node main.js"];
    const test = { name: "x", what: "", guards: [], limitMinutes: 1 };
    expect(commandsOf({ ...test, run }, ["--case", "x"])).toEqual([
      { text: "tsc -p test/interop", more: [] },
      { text: "A=1 node main.js", more: ["--case", "x"] },
    ]);
    expect(commandsOf({ ...test, run: ["B=2 long test/leaks"] }, ["-t", "x"])).toEqual([
      { text: "B=2 vitest run --config vitest.long.config.ts --project long test/leaks", more: ["-t", "x"] },
    ]);
    expect(commandsOf({ ...test, run: ["node main.js"] }, ["--", "an older folder"])).toEqual([
      { text: "node main.js", more: ["an older folder"] },
    ]);
  });

  it("makes a nightly job of each test that needs no argument", () => {
    const manual = longTests.filter(({ isManual }) => isManual === true);
    expect(nightlyJobs()).toHaveLength(longTests.length - manual.length);
  });

  it("clones and downloads in the nightly run", () => {
    expect(read(".github/workflows/nightly.yml")).toContain('npm run long -- "$NAME" --clone');
  });
});

describe("commands that texts tell people to run", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
  /** Scripts of packages that `stratus init` writes. */
  const others = new Set(["sdk:generate", "sdk:check"]);
  const names = new Set(longTests.map(({ name }) => name));
  const texts = filesOf(".md", ".ts", ".mjs", ".json", ".yml", ".hbs");
  const mentions = (expression: RegExp) =>
    texts.flatMap(({ path, text }) =>
      [...text.matchAll(expression)].map(([, name = ""]) => ({ path, name })),
    );

  it("are scripts of package.json", () => {
    const found = mentions(/npm run ([a-z][\w:-]*)/g);
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter(({ name }) => !(name in scripts) && !others.has(name))).toEqual([]);
  });

  it("are long tests of the table", () => {
    const found = mentions(/npm run long -- ([a-z][\w:-]*)/g);
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(({ name }) => !names.has(name))).toEqual([]);
  });
});

describe("a long test", () => {
  it.each([
    ["interop", ["golang-go", "python3-h2", "protobuf-compiler"]],
    ["conformance-web", ["CONNECT_CONFORMANCE"]],
  ])("names all tools that the machine lacks before it starts: %s", (test, names) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, ["tools/long.mjs", test], {
      cwd: top,
      encoding: "utf8",
      env: { PATH: join(top, "no-such-folder") },
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    for (const name of names) expect(stderr).toContain(name);
  });

  it.skipIf(process.platform === "win32")(
    "gets a program out of the archive of a release, once",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "stratus-programs-"));
      const variable = "STRATUS_NO_SUCH_PROGRAM";
      try {
        await writeFile(join(folder, "judge"), "#!/bin/sh\n");
        const archive = join(folder, "judge.tar.gz");
        spawnSync("tar", ["czf", archive, "-C", folder, "judge"]);
        const programs = { [variable]: { file: "judge", archive: pathToFileURL(archive).href } };
        downloadPrograms({ programs }, join(folder, "cache"));
        expect(process.env[variable]).toBe(join(folder, "cache", "judge.tar.gz", "judge"));
        expect(readFileSync(process.env[variable] ?? "", "utf8")).toBe("#!/bin/sh\n");
      } finally {
        Reflect.deleteProperty(process.env, variable);
        await rm(folder, { recursive: true });
      }
    },
  );
});
