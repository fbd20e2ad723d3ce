import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { figureTable } from "../../bench/src/figures.js";
import type { Row } from "../../bench/src/report.js";
import { faultsIn, figurePages, figuresIn, replaceFigures, strayFigures } from "../../tools/figures.mjs";
import { longTests } from "../../tools/long-tests.mjs";

const top = fileURLToPath(new URL("../../", import.meta.url));
const pages = figurePages.map((page) => ({ page, text: readFileSync(join(top, page), "utf8") }));

describe("the figures of README.md and docs/", () => {
  it("are marked with the program that measures them (node tools/figures.mjs)", () => {
    expect(pages.flatMap(({ page, text }) => faultsIn(page, text))).toEqual([]);
  });

  it("are those that the long tests print", () => {
    const marked = new Set(
      pages.flatMap(({ text }) => figuresIn(text).map(({ test, name }) => `${test} ${name}`)),
    );
    const printed = longTests.flatMap(({ name, figures = [] }) => figures.map((one) => `${name} ${one}`));
    expect([...marked].toSorted()).toEqual(printed.toSorted());
  });
});

describe("the check of figures", () => {
  it.each([
    ["a size", "It loads 47.8 kB.", "47.8 kB"],
    ["a time", "A call takes 95 µs.", "95 µs"],
    ["a share", "It saves 12 % of them.", "12 %"],
    ["cases", "passed 2,016 of 2,017", "2,016 of 2,017"],
    ["a ratio", "It is 1.1 to 3.1 times as fast.", "1.1 to 3.1 times as"],
    ["a count of trials", "231 attacks failed.", "231 attacks"],
  ])("finds %s", (_, text, found) => {
    expect(strayFigures(`# Page\n\n${text}\n`)).toEqual([{ found, line: 3 }]);
    expect(strayFigures(`<!-- figures: agents tools -->${text}<!-- /figures -->`)).toEqual([]);
    expect(strayFigures(text, [text])).toEqual([]);
  });

  it.each(["`timeoutMs` is 20 s by default.", "At most 4 attempts.", "```\n12 kB\n```"])(
    "leaves %j",
    (text) => {
      expect(strayFigures(text)).toEqual([]);
    },
  );

  it("leaves the example of a marker in a block of code", () => {
    expect(faultsIn("a.md", "```md\n<!-- figures: agents tols -->8 tokens<!-- /figures -->\n```")).toEqual(
      [],
    );
  });

  it("refuses a marker that names no figure of a long test", () => {
    const text = "<!-- figures: agents tols -->854 tokens<!-- /figures -->";
    expect(faultsIn("README.md", text)).toContain(
      "README.md:1: tools/long-tests.json has no figure agents tols",
    );
  });
});

describe("figures that a program writes", () => {
  const mark = (content: string): string => `<!-- figures: bench web -->${content}<!-- /figures -->`;

  it("replace those on the page, in a line and around a table", () => {
    expect(replaceFigures(`a ${mark("1 kB")} b`, "bench", "web", "2 kB")).toBe(`a ${mark("2 kB")} b`);
    expect(replaceFigures(mark("\n\n| old |\n\n"), "bench", "web", "| new |")).toBe(mark("\n\n| new |\n\n"));
    expect(replaceFigures(mark("1 kB"), "bench", "shapes", "2 kB")).toBe(mark("1 kB"));
  });

  it("are a table of topics and contestants from the bench", () => {
    const row = { topic: "first load", unit: "bytes", beside: "connect-web" };
    const rows: Row[] = [
      { ...row, contestant: "connect-web", cost: 37_500, ratio: 1 },
      { ...row, contestant: "stratus", cost: 82.5, ratio: 0.6, spread: [0.5, 0.7] },
      { ...row, topic: "decode", unit: "", beside: "another", contestant: "stratus", cost: 2, ratio: 0.5 },
    ];
    expect(figureTable(rows)).toBe(
      "||connect-web|stratus|\n|---|---|---|\n" +
        "|first load, bytes|37,500|82.5; 0.60 (0.50–0.70)|\n" +
        "|decode||2.00; 0.50 of another|",
    );
  });
});

describe("the verdicts of docs/performance.md", () => {
  it("have a reason for each goal that is missed", () => {
    const text = readFileSync(join(top, "docs/performance.md"), "utf8");
    const [, table = "", reasons = ""] =
      /<!-- figures: bench verdicts -->([^]*?)<!-- \/figures -->[^]*## Missed goals([^]*?)\n## /.exec(text) ??
      [];
    const missed = table.split("\n").filter((line) => line.endsWith("|missed|"));
    const topics = missed.map((line) => line.split("|")[1] ?? "");
    const explained = Array.from(reasons.matchAll(/\*\*(.+?)\*\*/g), ([, start = ""]) => start);
    expect(topics.filter((topic) => !explained.some((start) => topic.startsWith(start)))).toEqual([]);
  });
});
