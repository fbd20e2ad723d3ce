/**
 * Writes the declarations of the package to `dist/types`, in few files: an installation would spend more time on 500 small
 * ones than on what is in them. They come from those of tsc.
 *
 * They are CommonJS: an ES module may import the types of a CommonJS module, but not the reverse with `module: node16`.
 * So both kinds of programs see the same types. `.d.mts` and `.d.cts` beside an entry point pass them on.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { entryPoints, packageFolder } from "./entry-points.mjs";

const folder = `${packageFolder}dist/types`;
const manifest = readFileSync(`${packageFolder}package.json`, "utf8");

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: packageFolder,
  input: Object.fromEntries(entryPoints.map((name) => [name, `./dist/${name}.d.ts`])),
  external: /^[^./]/,
  plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false, oxc: true })],
});
await bundle.write({ dir: folder, chunkFileNames: "chunks/[name].js", minifyInternalExports: false });
await bundle.close();

// Programs may have the types of the DOM alone, without those of `await using`.
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith(".d.ts")) continue;
  const text = readFileSync(`${folder}/${name}`, "utf8");
  if (/\bAsyncDisposable\b|\basyncDispose\b/.test(text))
    writeFileSync(`${folder}/${name}`, `/// <reference lib="esnext.disposable" />\n${text}`);
}

writeFileSync(`${folder}/package.json`, '{ "type": "commonjs" }\n');
for (const name of entryPoints) {
  const text = readFileSync(`${folder}/${name}.d.ts`, "utf8");
  const passedOn = `export * from "./${basename(name)}.js";\n`;
  // Another package may have other types for each kind of program.
  writeFileSync(`${folder}/${name}.d.mts`, / from "[^.]/.test(text) ? text : passedOn);
  if (manifest.includes(`"./dist/types/${name}.d.cts"`)) writeFileSync(`${folder}/${name}.d.cts`, passedOn);
}
