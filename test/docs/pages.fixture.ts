/**
 * The pages that people read, and the blocks of code in them. A block is run, compiled or compared by a test of this
 * folder. One that is not says so in a comment right above it, which readers do not see: `<!-- not run: reason -->`,
 * or `<!-- lines of path/of/file.ts -->` for lines that stand in a file as well.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf } from "../architecture/pages.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** A block of code of a page. */
export interface Block {
  /** Path of the page from the top of the repository. */
  readonly page: string;
  /** Line of the page that the code begins with. */
  readonly line: number;
  /** What stands behind the fence: `ts`, `sh`; empty for what a terminal shows, and other plain text. */
  readonly language: string;
  readonly code: string;
  /** The heading of the section that it is in; empty before the first. */
  readonly section: string;
  /** The file that it is, where the line above it ends with a name: `` `first-call.mjs`: `` */
  readonly file?: string;
  /** Why it is not run, if it says so. */
  readonly notRun?: string;
  /** The file whose lines it shows, if it says so. */
  readonly linesOf?: string;
}

/** README, the README of every package and example, and the pages of `docs/` except the decisions. */
export const pages: readonly string[] = [
  ...readdirSync(join(top, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && !path.startsWith("docs/decisions/")),
  ...filesOf("README.md").flatMap(({ path }) => (path.startsWith("test/") ? [] : [path])),
];

/** The blocks of a page, in their order. */
export function blocksOf(page: string, text = readFileSync(join(top, page), "utf8")): Block[] {
  const [, wholePage] = /^<!-- no block is run here: (.*?) -->$/m.exec(text) ?? [];
  const fences = text.matchAll(/(?:^<!-- (not run|lines of):? (.*?) -->\n+)?^( *)```(\w*)\n([^]*?)^\3```$/gm);
  return [...fences].map((fence): Block => {
    const [whole, mark, said = "", indent = "", language = "", code = ""] = fence;
    const before = text.slice(0, fence.index + whole.indexOf("```"));
    const [, file] = /`([\w./+[\]-]+\.\w+)`:\s*$/.exec(before) ?? [];
    return {
      page,
      line: before.split("\n").length + 1,
      language,
      section: [...before.matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? "",
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      ...(file !== undefined && { file }),
      ...(wholePage !== undefined && { notRun: wholePage }),
      ...(mark === "not run" && { notRun: said }),
      ...(mark === "lines of" && { linesOf: said }),
    };
  });
}

/** All blocks in one of these languages, whatever is said of them. */
export function blocksIn(...languages: readonly string[]): Block[] {
  return pages.flatMap((page) => blocksOf(page)).filter(({ language }) => languages.includes(language));
}
