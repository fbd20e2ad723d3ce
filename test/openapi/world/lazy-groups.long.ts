import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";
import { generateRestClient } from "../../../generator/src/rest/generate-rest-client.js";
import { printFigure } from "../../figures.js";
import { names, writeFiles } from "./client.fixture.js";
import { github, textOf } from "./documents.fixture.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lazy-"));
  const source = { file: github.name, text: textOf(github) };
  const { files } = await generateRestClient(source, names, { hasLazyGroups: true });
  await writeFiles(folder, files);
  await symlink(
    fileURLToPath(new URL("../../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  await promisify(execFile)(process.execPath, [join(folder, "bundle.js")]);
});
afterAll(() => rm(folder, { recursive: true }));

/** Programs of one call, by what of the built package they import. */
const lazy = "the client of `lazy`";
const programs = {
  [lazy]: `import { WorldClient } from "./dist/lazy.js";
    console.log(await new WorldClient().repos.get("octocat", "hello"));`,
  "the function `reposGet`": `import { reposGet, Session } from "./dist/index.js";
    console.log(await reposGet(new Session(), "octocat", "hello"));`,
  "the client of the main entry": `import { WorldClient } from "./dist/index.js";
    console.log(await new WorldClient().repos.get("octocat", "hello"));`,
};

/** A file of a bundle, and the files that it imports at once. */
interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
}

/** The bytes that a program loads at the start, gzipped: its own file, and what that imports at once. */
function startOf(chunks: ReadonlyMap<string, Chunk>, entry: string): number {
  const needed = new Set([entry]);
  for (const name of needed) for (const other of chunks.get(name)?.imports ?? []) needed.add(other);
  return [...needed].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? "").length, 0);
}

/** What each bundler makes of a program, minified. */
const bundlers: Readonly<Record<string, (input: string) => Promise<number>>> = {
  async esbuild(input) {
    const outdir = join(folder, "out");
    const { outputFiles, metafile } = await build({
      entryPoints: [input],
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      write: false,
      metafile: true,
      absWorkingDir: folder,
      outdir,
    });
    const chunks = outputFiles.map(({ path, text }): [string, Chunk] => {
      const name = `out/${path.slice(outdir.length + 1)}`;
      const imports = metafile.outputs[name]!.imports.filter(({ kind }) => kind === "import-statement");
      return [name, { code: text, imports: imports.map((one) => one.path) }];
    });
    return startOf(new Map(chunks), "out/program.js");
  },
  async rolldown(input) {
    const bundle = await rolldown({ input, logLevel: "silent" });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    const chunks = output.flatMap((one): [string, Chunk][] =>
      one.type === "chunk" ? [[one.fileName, one]] : [],
    );
    return startOf(new Map(chunks), output[0].fileName);
  },
};

it("one call of GitHub's API through the client of lazy weighs at most 12 kB at the start", async () => {
  const titles = Object.keys(bundlers);
  const rows = [`| | ${titles.join(" | ")} |`, `|---|${titles.map(() => "---|").join("")}`];
  for (const [what, program] of Object.entries(programs)) {
    const input = join(folder, "program.js");
    await writeFile(input, program);
    const weights: number[] = [];
    for (const weigh of Object.values(bundlers)) weights.push(await weigh(input));
    rows.push(`| ${what} | ${weights.map((bytes) => (bytes / 1_000).toFixed(1)).join(" | ")} |`);
    if (what === lazy) expect(Math.max(...weights)).toBeLessThanOrEqual(12_000);
  }
  printFigure("lazy groups", rows.join("\n"));
});
