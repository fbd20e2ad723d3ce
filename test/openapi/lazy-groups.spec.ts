import { readFile, readdir, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled, generate, type CompiledPackage } from "./package.fixture.js";

afterAll(expectCompiled);

const list = (name: string, operationId: string): object => ({
  get: {
    tags: [name],
    operationId,
    parameters: [{ name: "offset", in: "query", schema: { type: "integer" } }],
    responses: answer({ type: "array", items: { $ref: "#/components/schemas/Thing" } }),
  },
});

const spec = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example" }],
  paths: {
    "/pets": list("pets", "listPets"),
    "/toys": list("toys", "listToys"),
    "/health": { get: { operationId: "getHealth", responses: answer({ type: "string" }) } },
  },
  components: { schemas: { Thing: { type: "object", properties: { name: { type: "string" } } } } },
};

const usage = `
  import { AcmeClient, AcmeError, type Thing } from "./lazy.js";
  import { AcmeClient as WholeClient } from "./index.js";
  export const names = async (client: AcmeClient): Promise<Thing[]> => client.pets.list({ timeoutMs: 1 });
  export const isError = (error: unknown): boolean => error instanceof AcmeError;
  // Either does for code that takes a client.
  export const lazy: Pick<AcmeClient, "pets"> = new WholeClient();
`;

/** What a module exports. */
const load = async (file: string): Promise<object> => ({
  ...((await import(pathToFileURL(file).href)) as object),
});

let made: CompiledPackage;
let entry: string;
beforeAll(async () => {
  made = await compile(spec, usage, undefined, undefined, { hasLazyGroups: true });
  await promisify(execFile)(process.execPath, [join(made.folder, "bundle.js")]);
  entry = join(made.folder, "program.js");
  await writeFile(entry, program());
});

/** A server without a network. */
const served = `fetch: async (url) => Response.json(url.endsWith("health") ? "ok" : [{ name: url }])`;
const program = (): string => `
  import { AcmeClient } from ${JSON.stringify(join(made.folder, "dist/lazy.js"))};
  const client = new AcmeClient({ ${served} });
  export const pets = await client.pets.list();
  export const health = await client.getHealth();
  export const all = [];
  for await (const toy of client.toys.listAll({ params: { offset: 0 } })) { all.push(toy.name); if (all.length > 1) break; }
`;
const answered = {
  pets: [{ name: "https://shop.example/pets" }],
  health: "ok",
  all: ["https://shop.example/toys?offset=0", "https://shop.example/toys?offset=1"],
};

describe("the entry of a client whose groups are loaded with their first calls", () => {
  it("compiles, with the class and the types that the package has", async () => {
    expect(await made.errors()).toBe("");
  });

  it("is named by the README of packages that have it, and of no others", async () => {
    const others = (await generate(spec)).find(({ path }) => path === "README.md")?.text;
    expect([made.text("README.md"), others].map((text) => text?.includes("`@acme/api/lazy`"))).toEqual([
      true,
      false,
    ]);
  });

  it("is built with a file for each group, which Node loads with the first call", async () => {
    const chunks = await readdir(join(made.folder, "dist/chunks"));
    expect(chunks).toEqual(expect.arrayContaining(["pets.js", "toys.js", "guards.js"]));
    const start = await readFile(join(made.folder, "dist/lazy.js"), "utf8");
    expect(start).not.toMatch(/^import .*(pets|toys|guards)\.js/m);
  });

  it("loads what only the groups use with the first of them, not at the start", async () => {
    const read = (name: string): Promise<string> => readFile(join(made.folder, "dist", name), "utf8");
    const chunksIn = (text: string): readonly string[] =>
      [...text.matchAll(/^import .*"\.\/(chunks\/[^"]+)";$/gm)].map(([, name = ""]) => name);
    const start = await read("lazy.js");
    const loaded = [start, ...(await Promise.all(chunksIn(start).map(read)))].join("\n");
    expect(loaded).toContain("withDeadline");
    expect(loaded).not.toContain("maxPages");
    expect(await read("chunks/shared.js")).toContain("maxPages");
  });

  it("is bundled by esbuild without the groups at the start, and makes the same calls", async () => {
    const { metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: join(made.folder, "by-esbuild"),
      metafile: true,
    });
    const start =
      metafile.outputs[Object.keys(metafile.outputs).find((name) => name.endsWith("program.js"))!]!;
    const loaded = start.imports.filter(({ kind }) => kind === "import-statement");
    const inputs = loaded.flatMap(({ path }) => Object.keys(metafile.outputs[path]!.inputs));
    expect(inputs.filter((name) => /(pets|toys)\.js$/.test(name))).toEqual([]);
    expect(await load(join(made.folder, "by-esbuild/program.js"))).toEqual(answered);
  });

  it("works in a bundle of a single file, as workers have it", async () => {
    const bundle = await rolldown({ input: entry, logLevel: "silent" });
    const file = join(made.folder, "single.mjs");
    const { output } = await bundle.write({ file, codeSplitting: false });
    await bundle.close();
    expect(output).toHaveLength(1);
    expect(await load(file)).toEqual(answered);
  });
});
