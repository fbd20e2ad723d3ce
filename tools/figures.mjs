/**
 * The figures of README.md and the pages of docs/: numbers that a program has measured. A page marks each with the long
 * test that prints it and a name: `<!-- figures: bench web -->854<!-- /figures -->`, in a line or around a table.
 *
 * `node tools/figures.mjs` lists them, and fails for a figure without a marker or without a producer.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { longTests } from "./long-tests.mjs";
import { top } from "./steps.mjs";

const marked = /<!-- figures: (\S+) ([^>]+?) -->([^]*?)<!-- \/figures -->/g;

/** A number with a unit of measured things: sizes, shares, tokens, cases that passed, times that something took. */
const measured = new RegExp(
  [
    String.raw`\d[\d,.]* ?(?:µs|kB|MB|GB|%|tokens)(?!\w)`,
    String.raw`\d[\d,]* of \d[\d,]*`,
    String.raw`\d[\d,.]* (?:to [\d.]+ )?times as`,
    String.raw`\b(?:takes?|took) (?:about )?\d[\d,.]* m?s\b`,
    String.raw`\d[\d,]+ (?:random )?(?:attacks|creates|documents|messages|requests|sessions|updates)\b`,
    String.raw`\| passed\b`,
  ].join("|"),
  "g",
);

/**
 * Numbers that look like figures and are limits, settings or examples, which the code or a test next to the sentence
 * holds: the page, and a text with the number.
 */
const others = JSON.parse(readFileSync(new URL("figures.json", import.meta.url), "utf8"));

/** README.md, test/FIGURES.md and the pages of docs/, but for the decisions, whose figures are those of their day. */
export const figurePages = [
  "README.md",
  "test/FIGURES.md",
  ...readdirSync(join(top, "docs"), { recursive: true })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && !path.startsWith("docs/decisions/")),
];

const blank = (text) => text.replaceAll(/[^\n]/g, " ");
const lineOf = (text, index) => text.slice(0, index).split("\n").length;

/** Blocks of code show markers, and contain numbers that are not figures. */
const withoutBlocks = (text) => text.replaceAll(/^```.*?^```$/gms, blank);

export function figuresIn(text) {
  return [...withoutBlocks(text).matchAll(marked)].map(({ 1: test, 2: name, 3: content, index }) => ({
    test,
    name,
    content,
    line: lineOf(text, index),
  }));
}

export function strayFigures(text, allowed = []) {
  let rest = withoutBlocks(text).replaceAll(marked, blank);
  for (const one of allowed) rest = rest.replaceAll(one, blank);
  return [...rest.matchAll(measured)].map(({ 0: found, index }) => ({ found, line: lineOf(text, index) }));
}

export function replaceFigures(text, test, name, content) {
  return text.replaceAll(marked, (whole, itsTest, itsName, old) => {
    if (itsTest !== test || itsName !== name) return whole;
    const isBlock = old.startsWith("\n");
    return `<!-- figures: ${test} ${name} -->${isBlock ? `\n\n${content}\n\n` : content}<!-- /figures -->`;
  });
}

export function faultsIn(page, text) {
  const allowed = others[page] ?? [];
  return [
    ...strayFigures(text, allowed).map(
      ({ found, line }) =>
        `${page}:${line}: "${found.trim()}" is not marked with the program that measures it`,
    ),
    ...figuresIn(text)
      .filter(({ test, name }) => !longTests.find((one) => one.name === test)?.figures?.includes(name))
      .map(({ test, name, line }) => `${page}:${line}: tools/long-tests.json has no figure ${test} ${name}`),
    ...allowed
      .filter((one) => !text.includes(one))
      .map((one) => `${page}: "${one}" of tools/figures.json is not there any more`),
  ];
}

/** Writes the figures that a test left in a folder, a file for each, into all pages. Returns what was written. */
export function writeFigures(test, folder) {
  const files = readdirSync(folder);
  for (const page of figurePages) {
    const path = join(top, page);
    let text = readFileSync(path, "utf8");
    for (const file of files)
      text = replaceFigures(
        text,
        test,
        file.replace(/\.md$/, ""),
        readFileSync(join(folder, file), "utf8").trim(),
      );
    writeFileSync(path, text);
  }
  return files.map((file) => file.replace(/\.md$/, ""));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = figurePages.map((page) => ({ page, text: readFileSync(join(top, page), "utf8") }));
  for (const { page, text } of pages)
    for (const { test, name, line } of figuresIn(text)) console.log(`${page}:${line}  ${test} ${name}`);
  const faults = pages.flatMap(({ page, text }) => faultsIn(page, text));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
