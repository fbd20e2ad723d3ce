/**
 * Prints how long the sentences of each page are. Readers decide whether a page is clear; this only shows where to look.
 *
 * - `node tools/readability.mjs` prints the median and the longest sentence of each page, in words.
 * - `npm run long -- readability` also prints those of the pages in the packages of other projects, from npm.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { markdownTable } from "./long-tests.mjs";
import { sentencesOfPage } from "./sentences.mjs";
import { top } from "./steps.mjs";

/** Packages whose pages people find easy to read. */
const peers = ["@bufbuild/protobuf", "@connectrpc/connect", "undici", "fastify", "stripe"];

/** The pages of a folder, by their paths in it. */
function pagesIn(folder, filter = () => true) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.toLowerCase().endsWith(".md") && filter(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

const ours = [
  ...["README.md", "CONTRIBUTING.md"].map((path) => ({ path, text: readFileSync(join(top, path), "utf8") })),
  ...pagesIn(join(top, "docs"), (path) => !/^decisions\/\d/.test(path)).map(({ path, text }) => ({
    path: `docs/${path}`,
    text,
  })),
];

/** A row: a name, the words of the pages, and the median and the longest of their sentences. */
function rowOf(name, texts) {
  const lengths = texts.flatMap(sentencesOfPage).map((sentence) => sentence.split(" ").length);
  const sorted = lengths.toSorted((a, b) => a - b);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  return [
    name,
    words.toLocaleString("en-US"),
    String(sorted[Math.floor(sorted.length / 2)] ?? 0),
    String(sorted.at(-1) ?? 0),
  ];
}

/** The row of a published package, and the name with its version. */
function rowOfPeer(name) {
  const folder = mkdtempSync(join(tmpdir(), "stratus-readability-"));
  const [pack] = JSON.parse(
    execFileSync("npm", ["pack", name, "--json", "--pack-destination", folder], { encoding: "utf8" }),
  );
  execFileSync("tar", ["xzf", join(folder, pack.filename), "-C", folder]);
  const row = rowOf(
    `${name} ${pack.version}`,
    pagesIn(folder, (path) => !/changelog|license/i.test(path)).map(({ text }) => text),
  );
  rmSync(folder, { recursive: true });
  return row;
}

const head = ["page", "words", "median", "longest"];
const rows = ours.map(({ path, text }) => rowOf(path, [text]));
if (!process.argv.includes("--peers")) console.log(markdownTable([head, ...rows]));
else {
  const table = markdownTable([
    head,
    ...rows,
    rowOf(
      "all of these",
      ours.map(({ text }) => text),
    ),
    ...peers.map(rowOfPeer),
  ]);
  console.log(table);
  if (process.env.STRATUS_FIGURES) writeFileSync(join(process.env.STRATUS_FIGURES, "pages.md"), table);
}
