import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { type Compiler, type Folder, openFolder, triedCompilers } from "../compile.fixture.js";

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

/** What docs/platforms.md says of the other settings. */
const others: readonly (readonly [module: string, compiler: Compiler, said: RegExp])[] = [
  ["node20", "TypeScript 7", /^$/],
  ["node16", "TypeScript 7", /TS1479: .*cannot be imported with 'require'/],
  ["node18", "TypeScript 7", /TS1479: .*cannot be imported with 'require'/],
  ["commonjs", "TypeScript 5.9", /TS2307: Cannot find module '@svc\/cloud'/],
];

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

  it.each(others.filter(([, compiler]) => triedCompilers.includes(compiler)))(
    "with module %s under %s is told what the page says",
    async (module, compiler, said) => {
      await using small = await openFolder();
      await small.write({
        "main.ts":
          'import { Cloud } from "@svc/cloud";\nexport const cloud = Cloud.fromEnv({ apiDomain: "a.example" });\n',
        "package.json": JSON.stringify({ private: true }),
        "tsconfig.json": JSON.stringify({ compilerOptions: { ...settings, module }, files: ["main.ts"] }),
      });
      expect(await small.check(compiler)).toMatch(said);
    },
  );
});
