/**
 * Puts the pages of `docs/` and the programs of `examples/programs` into the package in whose folder it runs: from npm
 * alone they are all that people have. Links between them lead to where they are there.
 */
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const isForReaders = (path) => !path.endsWith("programs.spec.ts");
const from = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

rmSync("docs", { recursive: true, force: true });
cpSync(from("docs"), "docs", { recursive: true });
for (const path of ["README.md", "src", "workflow.yml"]) {
  cpSync(from(`examples/programs/${path}`), `docs/examples/${path}`, {
    recursive: true,
    filter: isForReaders,
  });
}

const pages = readdirSync("docs", { recursive: true }).filter((path) => path.endsWith(".md"));
for (const page of pages) {
  const text = readFileSync(`docs/${page}`, "utf8");
  const moved = text
    .replaceAll("](../examples/programs/", "](examples/")
    .replaceAll("](../../docs/", "](../");
  writeFileSync(`docs/${page}`, moved);
}
