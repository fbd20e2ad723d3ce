import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { type Folder, openFolder, triedCompilers } from "../compile.fixture.js";

const run = promisify(execFile);

/** What a project has that was begun years ago: no `"type": "module"`, and statements that become `require`. */
const settings = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  rootDir: ".",
  outDir: "dist",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
};

/** Uses a package that was generated, and sources that were generated among its own. */
const program = `
import { Cloud, mock, toJson } from "@svc/cloud";
import { Disk, DiskServiceClient, DiskType } from "@svc/cloud/compute/v1";
import { Api } from "./gen/index.js";
import { Book, BookServiceClient } from "./gen/acme/v1/index.js";

async function main(): Promise<void> {
  const disk = Disk.create({ spec: { type: DiskType.NETWORK_SSD } });
  const disks = mock(DiskServiceClient, { get: () => disk });
  const { spec } = await disks.get({ id: "1" });
  const books = mock(BookServiceClient, { get: () => Book.decode(Book.encode(Book.create({ title: "t" }))) });
  const { title } = await books.get({ title: "t" });
  const sessions = [new Cloud({ apiDomain: "api.example.com" }), new Api({ apiDomain: "api.example.com" })];
  for (const session of sessions) await session.close();
  console.log(JSON.stringify([typeof require, spec.type, toJson(Disk, disk), title]));
}
void main();
`;

describe("a project of CommonJS", () => {
  let folder: Folder;

  beforeAll(async () => {
    folder = await openFolder();
    const { files, error } = await generateFrom({
      "acme/options.proto": acmeOptions,
      "acme/v1/book.proto": acmeFile(`
        message Book { string title = 1; }
        service BookService { option (acme.api_service_name) = "library"; rpc Get(Book) returns (Book); }`),
    });
    expect(error).toBe("");
    await folder.write({
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`gen/${path}`, text])),
      "main.ts": program,
      "package.json": JSON.stringify({ private: true }),
      "tsconfig.json": JSON.stringify({ compilerOptions: settings, exclude: ["dist"] }),
    });
  });

  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
  });

  it.each(triedCompilers)("compiles with module nodenext under %s, and runs by require", async (compiler) => {
    expect(await folder.compile(compiler)).toBe("");
    const { stdout } = await run(process.execPath, [join(folder.path, "dist/main.js")]);
    expect(JSON.parse(stdout)).toEqual(["function", 1, { spec: { type: "DISK_TYPE_NETWORK_SSD" } }, "t"]);
  });

  it("loads one instance of each module by require and by import", async () => {
    const loaded = `
      const paths = ["@svc/cloud", "@svc/cloud/compute/v1", "@svc/cloud/web", "@stratus/runtime", "@svc/catalogue"];
      const required = paths.map((path) => require(path));
      Promise.all(paths.map((path) => import(path))).then((imported) =>
        console.log(paths.filter((_, at) => Object.keys(required[at]).some((name) => required[at][name] !== imported[at][name]))),
      );`;
    await folder.write({ "both.cjs": loaded });
    const { stdout } = await run(process.execPath, [join(folder.path, "both.cjs")]);
    expect(stdout).toBe("[]\n");
  });

  // As Jest and old bundlers load them.
  it("has each entry as CommonJS, with the same names as its ES module", async () => {
    const names = `
      const { readFileSync } = require("node:fs");
      const { dirname, join } = require("node:path");
      const differing = [];
      const all = ["@svc/cloud", "@svc/catalogue"].flatMap((name) => {
        const manifest = require.resolve(name + "/package.json");
        return Object.entries(JSON.parse(readFileSync(manifest, "utf8")).exports).flatMap(([path, target]) =>
          target.require ? [[name + path.slice(1), join(dirname(manifest), target.require.default)]] : []);
      });
      for (const [specifier, file] of all) {
        const one = Object.keys(require(file)).sort().join();
        const other = Object.keys(require(specifier)).sort().join();
        if (one !== other) differing.push([specifier, one, other]);
      }
      console.log(all.length, differing);`;
    await folder.write({ "names.cjs": names });
    const { stdout } = await run(process.execPath, [join(folder.path, "names.cjs")]);
    expect(stdout).toBe("17 []\n");
  });
});
