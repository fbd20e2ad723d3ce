/**
 * Moves what stays as it is out of the old pages, when the new ones take their place: figures between markers, the tables
 * of the transport with a test in each row, the tables of folders, and the table of REST tools. Prose stays behind.
 *
 * `node docs/facts/move-evidence.mjs` writes `test/FIGURES.md`, `test/transport/README.md` and
 * `test/architecture/README.md`. Then point `tools/figures.mjs`, `test/architecture/transport-page.spec.ts`,
 * `test/architecture/map.spec.ts`, `test/openapi/peers/peers.long.ts`, `test/openapi/world/corpus-table.fixture.ts` and
 * `test/corpus/memory.long.ts` there.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));
const read = (page) => readFileSync(`${top}docs/${page}.md`, "utf8");
const write = (path, parts) => writeFileSync(`${top}${path}`, `${parts.join("\n\n")}\n`);

/** The tables of a page, each with its heading. A link becomes its text, because it leads from `docs/`. */
function tablesOf(page) {
  const text = read(page).replaceAll(/^```[^]*?^```$/gm, "");
  return text.split(/^(?=#+ )/m).flatMap((section) => {
    const [heading = ""] = section.split("\n");
    return [...section.matchAll(/(?:^\|.*\n?)+/gm)].map(([table]) => ({
      heading,
      table: table.trimEnd().replaceAll(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, "$1"),
    }));
  });
}

/** The figures of a page that are whole tables, each with its heading and markers. */
function figuresOf(page) {
  return read(page)
    .split(/^(?=#+ )/m)
    .flatMap((section) => {
      const [heading = ""] = section.split("\n");
      const blocks = section.matchAll(/^<!-- figures: [^>]+ -->\n[^]*?^<!-- \/figures -->$/gm);
      return [...blocks].map(([block]) => `## ${page}: ${heading.replace(/^#+ /, "")}\n\n${block}`);
    });
}

const pages = ["aip", "generator", "interop", "mcp", "messages", "openapi", "performance", "web"];
const peers = tablesOf("openapi").filter(({ heading }) => heading === "## Beside other clients");
write("test/FIGURES.md", [
  "# Figures",
  "Long tests and `npm run bench` write these tables. The pages of `docs/` quote from them.",
  ...pages.flatMap((page) => figuresOf(page)),
  ...peers.map(({ heading, table }) => `${heading}\n\n${table}`),
]);

write("test/transport/README.md", [
  "# What the transport does",
  "Each row names its test. `test/architecture/transport-page.spec.ts` looks for each.",
  ...tablesOf("transport").map(({ heading, table }) => `${heading}\n\n${table}`),
]);

write("test/architecture/README.md", [
  "# The folders of the packages",
  "Folders are in the order of `houses.ts`, from the ground up. `map.spec.ts` compares both.",
  ...tablesOf("architecture")
    .filter(({ table }) => /^\| (?:folder|part) of /.test(table))
    .map(({ table }) => table),
]);
