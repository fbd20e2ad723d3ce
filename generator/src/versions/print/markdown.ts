import { groupBy } from "../../kit/group-by.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { toPackage } from "../finding/titles.js";
import { findPage } from "./pages.js";
import {
  toEntries,
  groupByReason,
  deployOrderTexts,
  isOrderWanted,
  nothingChanged,
  toSections,
  groupByFix,
  type Entry,
  type Group,
} from "./sections.js";

/** Maximum length of a line: 120 characters, of which nested lists take four. */
const maxLine = 116;

/**
 * Prints the report for a changelog or a pull request: sections of lists, without a title. Each reason is printed once,
 * and changes of several packages are grouped by package.
 *
 * @param isBesideDocs Whether the file will be at the top of the package, so that links to its documentation work.
 */
export function printMarkdown(diff: Diff, isBesideDocs = false): string {
  const pages = isBesideDocs ? diff.pages : new Set<string>();
  // A changelog is read by people who do not ask for proof.
  const changes = isBesideDocs ? diff.changes.map((one) => ({ ...one, proof: undefined })) : diff.changes;
  const hasPackages = new Set(changes.map(findPackage)).size > 1;
  const sections = toSections(changes).map(
    ({ title, changes }) =>
      `### ${title}\n\n${groupByReason(changes)
        .map((group) => printGroup(group, hasPackages, pages))
        .join("\n\n")}`,
  );
  if (sections.length === 0) sections.push(nothingChanged(diff.program));
  return `${[...diff.notes.map((note) => wrap(`> ${escapeMarkdown(note)}.`, "> ").join("\n")), ...sections].join("\n\n")}\n`;
}

/** Prints the same with a line about the two sides and the step. */
export function printMarkdownReport(diff: Diff): string {
  const [before, after] = [diff.before, diff.after].map(({ label }) => `\`${label.replaceAll("`", "")}\``);
  const order =
    diff.deployOrder === undefined || !isOrderWanted(diff)
      ? ""
      : `${deployOrderTexts[diff.deployOrder]}.\n\n`;
  const title = wrap(`**${diff.step ?? "no change"}**: ${before} to ${after}`, "").join("\n");
  return `${title}\n\n${order}${printMarkdown(diff)}`;
}

type Pages = Diff["pages"];

function printGroup({ reasons, isExplained, changes }: Group, hasPackages: boolean, pages: Pages): string {
  const why = isExplained ? [...wrap(`${escapeMarkdown(reasons.join(". "))}:`, ""), ""] : [];
  const packages = groupBy(changes, findPackage);
  const lists = [...packages].flatMap(([name, own]) =>
    hasPackages && name !== ""
      ? [
          `- **${escapeMarkdown(name)}**`,
          ...printItems(own, pages).map((line) => (line === "" ? "" : `  ${line}`)),
        ]
      : printItems(own, pages),
  );
  return [...why, ...lists].join("\n");
}

function printItems(changes: readonly Change[], pages: Pages): string[] {
  return groupByFix(changes).flatMap(({ fixes, changes: alike }) => {
    const todo = fixes.map((one) => ` ${escapeMarkdown(one)}.`).join("");
    const entries = toEntries(alike);
    // The fix is printed once, after the last change that needs it.
    return entries.flatMap((entry, at) => {
      const page = findPage(entry.change, pages);
      const link = page === undefined ? "" : ` [Docs](${page})`;
      return printItem(entry, `${at === entries.length - 1 ? todo : ""}${link}`);
    });
  });
}

/** Prints an item of a list. Types that are too long for a line are shown as code. */
function printItem(entry: Entry, todo: string): string[] {
  const { proof } = entry;
  return [
    ...printSentences(entry, todo),
    ...(proof
      ? ["  ```ts", ...formatCode(proof.line, "  "), ...formatCode(proof.error, "  // "), "  ```"]
      : []),
  ];
}

function printSentences({ text, line, usedAt, types, subject }: Entry, todo: string): string[] {
  const at = line === "" ? "" : ` (\`${line.replaceAll("`", "")}\`)`;
  const where = usedAt === "" ? "" : ` In ${escapeMarkdown(usedAt)}.`;
  if (!types || text.length <= maxLine) return wrap(`- ${escapeMarkdown(text)}${todo}${where}${at}`, "  ");
  return [
    ...wrap(`- ${escapeMarkdown(`\`${subject}\``)} changed its type.${todo}${where}${at}`, "  "),
    "  ```diff",
    ...formatCode(types.before, "  - "),
    ...formatCode(types.after, "  + "),
    "  ```",
  ];
}

/** Breaks code into lines, without breaking strings or ending the code block. */
function formatCode(text: string, start: string): string[] {
  return breakLines(text.replaceAll("```", "'''"), /(?:"[^"]*"|[^\s"])+|"/g, maxLine - start.length - 2).map(
    (line, at) => `${start}${at === 0 ? "" : "  "}${line}`,
  );
}

/** Breaks text into lines of a maximum length. A longer word is on its own line. */
function breakLines(text: string, words: RegExp, length: number): string[] {
  const lines: string[] = [];
  for (const [word] of text.matchAll(words)) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && longer.length > length) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

/** Breaks text into lines, without breaking code in backquotes. */
function wrap(text: string, indent: string): string[] {
  const [first = "", ...rest] = breakLines(
    text,
    /^- (?:`[^`]*`|[^\s`])+|(?:`[^`]*`|[^\s`])+/g,
    maxLine - indent.length,
  );
  return [first, ...rest.map((line) => `${indent}${line}`)];
}

/** Returns the proto package of a change, or its entry point if it has none. */
function findPackage({ place, entry = "" }: Change): string {
  const [kind, name = ""] = place?.element.split(" ") ?? [];
  if (kind === "package") return name;
  return place?.file.endsWith(".proto") === true && name !== ""
    ? toPackage(name)
    : entry.replace(/^\.\/?/, "");
}

/** Escapes characters of Markdown and HTML outside backquotes. */
function escapeMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[\\*_<>[\]|#@!]/g, (char) => `&#${char.charCodeAt(0)};`),
    )
    .join("")
    .replaceAll(/\s+/g, " ");
}
