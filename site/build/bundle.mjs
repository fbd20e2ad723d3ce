/** Builds the script and the style of the pages. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const folder = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

mkdirSync(folder("dist/assets"), { recursive: true });
await build({
  entryPoints: [folder("browser/site.ts")],
  outfile: folder("dist/assets/site.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
});
const style = ["../design/tokens.css", "src/site.css"].map((path) => readFileSync(folder(path), "utf8"));
const { code } = await transform(style.join("\n"), { loader: "css", minify: true });
writeFileSync(folder("dist/assets/site.css"), code);
