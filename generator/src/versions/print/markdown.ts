import { groupBy } from "../../kit/group-by.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { packageOf } from "../finding/titles.js";
import { pageOf } from "./pages.js";
import {
  entriesOf,
  groupsOf,
  rollOutTexts,
  sectionsOf,
  tasksOf,
  type Entry,
  type Group,
} from "./sections.js";

/** A line that people read in one go has 120 characters, of which lists in lists take four. */
const maxLine = 116;

/**
 * The report for a changelog or a pull request: sections of lists, without a title. A reason is said once, and things of
 * several packages are under the names of these.
 *
 * @param isBesideDocs Whether it is at the top of the package, so that links lead into its documentation.
 */
export function printMarkdown(diff: Diff, isBesideDocs = false): string {
  const pages = isBesideDocs ? diff.pages : new Set<string>();
  const hasPackages = new Set(diff.changes.map(packageIn)).size > 1;
  const sections = sectionsOf(diff.changes).map(
    ({ title, changes }) =>
      `### ${title}\n\n${groupsOf(changes)
        .map((group) => printGroup(group, hasPackages, pages))
        .join("\n\n")}`,
  );
  if (sections.length === 0) sections.push("Nothing changed for users.");
  return `${[...diff.notes.map((note) => wrapped(`> ${plain(note)}.`, "> ").join("\n")), ...sections].join("\n\n")}\n`;
}

/** The same with a line that says what was compared, and the step. */
export function printMarkdownReport(diff: Diff): string {
  const [before, after] = [diff.before, diff.after].map(({ label }) => `\`${label.replaceAll("`", "")}\``);
  const order = diff.rollOut === undefined ? "" : `${rollOutTexts[diff.rollOut]}.\n\n`;
  const title = wrapped(`**${diff.step ?? "no change"}**: ${before} to ${after}`, "").join("\n");
  return `${title}\n\n${order}${printMarkdown(diff)}`;
}

type Pages = Diff["pages"];

function printGroup({ reasons, isExplained, changes }: Group, hasPackages: boolean, pages: Pages): string {
  const why = isExplained ? [...wrapped(`${plain(reasons.join(". "))}:`, ""), ""] : [];
  const packages = groupBy(changes, packageIn);
  const lists = [...packages].flatMap(([name, own]) =>
    hasPackages && name !== ""
      ? [`- **${plain(name)}**`, ...itemsOf(own, pages).map((line) => (line === "" ? "" : `  ${line}`))]
      : itemsOf(own, pages),
  );
  return [...why, ...lists].join("\n");
}

function itemsOf(changes: readonly Change[], pages: Pages): string[] {
  return tasksOf(changes).flatMap(({ instead, changes: alike }) => {
    const todo = instead.map((one) => ` ${plain(one)}.`).join("");
    const entries = entriesOf(alike);
    // What is to be done is said once, behind the last of those that ask for it.
    return entries.flatMap((entry, at) => {
      const page = pageOf(entry.change, pages);
      const link = page === undefined ? "" : ` [Docs](${page})`;
      return itemOf(entry, `${at === entries.length - 1 ? todo : ""}${link}`);
    });
  });
}

/** An item: one line, or several if it is longer; types that are too long for it are shown as code. */
function itemOf(entry: Entry, todo: string): string[] {
  const { proof } = entry;
  return [
    ...saidOf(entry, todo),
    ...(proof ? ["  ```ts", ...code(proof.line, "  "), ...code(proof.said, "  // "), "  ```"] : []),
  ];
}

function saidOf({ text, line, uses, forms, subject }: Entry, todo: string): string[] {
  const at = line === "" ? "" : ` (\`${line.replaceAll("`", "")}\`)`;
  const where = uses === "" ? "" : ` In ${plain(uses)}.`;
  if (!forms || text.length <= maxLine) return wrapped(`- ${plain(text)}${todo}${where}${at}`, "  ");
  return [
    ...wrapped(`- ${plain(`\`${subject}\``)} is another type.${todo}${where}${at}`, "  "),
    "  ```diff",
    ...code(forms.before, "  - "),
    ...code(forms.after, "  + "),
    "  ```",
  ];
}

/** Code in lines that are read in one go, in which nothing ends the block; texts in quotes stay in one piece. */
function code(text: string, start: string): string[] {
  return broken(text.replaceAll("```", "'''"), /(?:"[^"]*"|[^\s"])+|"/g, maxLine - start.length - 2).map(
    (line, at) => `${start}${at === 0 ? "" : "  "}${line}`,
  );
}

/** Words in lines of a length; a word that is longer has a line to itself. */
function broken(text: string, words: RegExp, length: number): string[] {
  const lines: string[] = [];
  for (const [word] of text.matchAll(words)) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && longer.length > length) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

/** Text in lines that are read in one go, broken between words and never in code. */
function wrapped(text: string, indent: string): string[] {
  const [first = "", ...rest] = broken(
    text,
    /^- (?:`[^`]*`|[^\s`])+|(?:`[^`]*`|[^\s`])+/g,
    maxLine - indent.length,
  );
  return [first, ...rest.map((line) => `${indent}${line}`)];
}

/** The package of a change: that of the protos, else its entry point. */
function packageIn({ place, entry = "" }: Change): string {
  const [kind, name = ""] = place?.element.split(" ") ?? [];
  if (kind === "package") return name;
  return place?.file.endsWith(".proto") === true && name !== ""
    ? packageOf(name)
    : entry.replace(/^\.\/?/, "");
}

/** Text in which nothing outside of backquotes means anything to Markdown or HTML. */
function plain(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[\\*_<>[\]|#@!]/g, (char) => `&#${char.charCodeAt(0)};`),
    )
    .join("")
    .replaceAll(/\s+/g, " ");
}
