/** Bundles the console into `emulator/dist/console`: one script, one style sheet, the page and its icon. */
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = from("../dist/console");

await build({
  entryPoints: [
    { in: from("src/main.tsx"), out: "console" },
    { in: from("style/console.css"), out: "console" },
  ],
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
});
// The bundle contains Preact, whose license asks to be with every copy.
const preact = createRequire(import.meta.url).resolve("preact/package.json");
copyFileSync(join(dirname(preact), "LICENSE"), `${out}/preact.LICENSE`);
for (const name of ["index.html", "console.svg"]) copyFileSync(from(name), `${out}/${name}`);
