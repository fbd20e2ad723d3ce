import type { Diff } from "../diff.js";
import { entriesOf, groupsOf, rollOutTexts, sectionsOf, tasksOf, type Group } from "./sections.js";

/** The report for a changelog or a pull request: sections of lists, without a title of its own. */
export function printMarkdown(diff: Diff): string {
  const sections = sectionsOf(diff.changes).map(
    ({ title, changes }) => `### ${title}\n\n${groupsOf(changes).flatMap(linesOf).join("\n")}`,
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

function linesOf({ reasons, isExplained, changes }: Group): string[] {
  const why = isExplained ? reasons.map((text) => ` ${plain(text)}.`).join("") : "";
  return tasksOf(changes).flatMap(({ instead, changes: alike }) =>
    entriesOf(alike).map(({ text, place }) => {
      const at = place === "" ? "" : ` (\`${place.replaceAll("`", "")}\`)`;
      return `- ${plain(text)}${why}${instead.map((one) => ` ${plain(one)}.`).join("")}${at}`;
    }),
  );
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
