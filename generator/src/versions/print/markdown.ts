import { groupBy } from "../../kit/group-by.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { packageOf } from "../finding/titles.js";
import {
  entriesOf,
  groupsOf,
  rollOutTexts,
  sectionsOf,
  tasksOf,
  type Entry,
  type Group,
} from "./sections.js";

/** A line that people read in one go. */
const maxLine = 120;

/**
 * The report for a changelog or a pull request: sections of lists, without a title of its own. A reason is said once, and
 * things of several packages are under the names of these.
 */
export function printMarkdown(diff: Diff): string {
  const hasPackages = new Set(diff.changes.map(packageIn)).size > 1;
  const sections = sectionsOf(diff.changes).map(
    ({ title, changes }) =>
      `### ${title}\n\n${groupsOf(changes)
        .map((group) => printGroup(group, hasPackages))
        .join("\n\n")}`,
  );
  if (sections.length === 0) sections.push("Nothing changed for users.");
  return `${[...diff.notes.map((note) => `> ${plain(note)}.`), ...sections].join("\n\n")}\n`;
}

/** The same with a line that says what was compared, and the step. */
export function printMarkdownReport(diff: Diff): string {
  const [before, after] = [diff.before, diff.after].map(({ label }) => `\`${label.replaceAll("`", "")}\``);
  const order = diff.rollOut === undefined ? "" : `${rollOutTexts[diff.rollOut]}.\n\n`;
  return `**${diff.step ?? "no change"}**: ${before} to ${after}\n\n${order}${printMarkdown(diff)}`;
}

function printGroup({ reasons, isExplained, changes }: Group, hasPackages: boolean): string {
  const why = isExplained ? [...wrapped(`${plain(reasons.join(". "))}:`, ""), ""] : [];
  const packages = groupBy(changes, packageIn);
  const lists = [...packages].flatMap(([name, own]) =>
    hasPackages && name !== ""
      ? [`- **${plain(name)}**`, ...itemsOf(own).map((line) => (line === "" ? "" : `  ${line}`))]
      : itemsOf(own),
  );
  return [...why, ...lists].join("\n");
}

function itemsOf(changes: readonly Change[]): string[] {
  return tasksOf(changes).flatMap(({ instead, changes: alike }) => {
    const todo = instead.map((one) => ` ${plain(one)}.`).join("");
    const entries = entriesOf(alike);
    // What is to be done is said once, behind the last of those that ask for it.
    return entries.flatMap((entry, at) => itemOf(entry, at === entries.length - 1 ? todo : ""));
  });
}

/** An item: one line, or several if it is longer; types that are too long for it are shown as code. */
function itemOf(entry: Entry, todo: string): string[] {
  const { proof } = entry;
  return [
    ...saidOf(entry, todo),
    ...(proof
      ? ["  ```ts", ...code(proof.line).map((one) => `  ${one}`), `  // ${proof.said}`, "  ```"]
      : []),
  ];
}

function saidOf({ text, line, uses, forms, subject }: Entry, todo: string): string[] {
  const at = line === "" ? "" : ` (\`${line.replaceAll("`", "")}\`)`;
  const where = uses === "" ? "" : ` In ${plain(uses)}.`;
  if (!forms || text.length <= maxLine) return wrapped(`- ${plain(text)}${todo}${where}${at}`, "  ");
  return [
    ...wrapped(`- ${plain(`\`${subject}\``)} is another type.${todo}${where}${at}`, "  "),
    "  ```diff",
    ...code(forms.before).map((one) => `  - ${one}`),
    ...code(forms.after).map((one) => `  + ${one}`),
    "  ```",
  ];
}

/** A type as code, in which nothing ends the block. */
function code(text: string): string[] {
  return text.replaceAll("```", "'''").split(/\s*\n\s*/);
}

/** Text in lines that are read in one go, broken between words and never in code. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const [word] of text.matchAll(/(?:`[^`]*`|[^\s`])+/g)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > maxLine && line !== "" && !/^\s*-$/.test(line)) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line];
}

/** The package of a change: that of the protos, else its entry point. */
function packageIn({ place, entry = "" }: Change): string {
  const [, name = ""] = place?.element.split(" ") ?? [];
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
