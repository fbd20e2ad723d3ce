/**
 * Writes the CommonJS of packages whose JavaScript comes from tsc: a `.cjs` and a `.d.cts` beside each entry point, which
 * `exports` names under `require`. Jest and old bundlers load it. Node loads the ES modules by `require` too.
 *
 * `node tools/commonjs.mjs FOLDER...`
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const top = fileURLToPath(new URL("..", import.meta.url));
const { resolve } = createRequire(`${top}runtime/package.json`);
const { dts } = await import(pathToFileURL(resolve("rolldown-plugin-dts")).href);

/** Packages that are ES modules alone, which CommonJS therefore contains. */
const bundled = /^(?:jose|stemmer)(?:\/|$)/;

for (const folder of process.argv.slice(2)) await write(`${top}${folder}/`);

async function write(cwd) {
  const { exports } = JSON.parse(readFileSync(`${cwd}package.json`, "utf8"));
  const names = Object.values(exports).flatMap(({ require: target }) => {
    const [, name] = /^\.\/dist\/(.+)\.cjs$/.exec(target?.default ?? "") ?? [];
    return name === undefined ? [] : [name];
  });
  const settings = { cwd, platform: "node", checks: { ineffectiveDynamicImport: false } };
  const code = await rolldown({
    ...settings,
    input: Object.fromEntries(names.map((name) => [name, `./dist/${name}.js`])),
    external: (id) => /^[^./]/.test(id) && !bundled.test(id),
  });
  await code.write({
    dir: `${cwd}dist`,
    format: "cjs",
    comments: { annotation: true, jsdoc: false, legal: false },
    entryFileNames: "[name].cjs",
    chunkFileNames: "cjs/[name].cjs",
    codeSplitting: names.length > 1 ? { groups: [{ name: "shared", test: /./ }] } : false,
  });
  await code.close();
  const types = await rolldown({
    ...settings,
    input: Object.fromEntries(names.map((name) => [name, `./dist/${name}.d.ts`])),
    external: /^[^./]/,
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false, oxc: true })],
  });
  await types.write({
    dir: `${cwd}dist`,
    entryFileNames: "[name].d.cts",
    chunkFileNames: "cjs/[name].d.cts",
    codeSplitting: names.length > 1 ? undefined : false,
  });
  await types.close();
}
