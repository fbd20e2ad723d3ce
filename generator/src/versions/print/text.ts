import { counted } from "../../kit/text/counted.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import type { Step } from "../verdict/verdict.js";
import { entriesOf, groupsOf, rollOutTexts, sectionsOf, tasksOf, type Entry } from "./sections.js";

/** Codes of colours (ECMA-48, SGR). */
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

type Paint = (text: string, colour: keyof typeof codes) => string;

/**
 * The report for a terminal.
 *
 * @param isColoured Whether it has colours; without, it says the same.
 */
export function printText(diff: Diff, isColoured: boolean): string {
  const paint: Paint = (text, colour) => (isColoured ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
  const lines = [paint(headText(diff), "bold"), summaryText(diff, paint)];
  if (diff.rollOut !== undefined) lines.push(`${rollOutTexts[diff.rollOut]}.`);
  for (const note of diff.notes) lines.push(paint(`Note: ${note}.`, "yellow"));
  for (const { title, changes } of sectionsOf(diff.changes)) {
    lines.push("", paint(`${title} (${changes.length})`, "bold"));
    for (const group of groupsOf(changes)) {
      if (group.isExplained) lines.push(`  ${group.reasons.join(". ")}:`);
      for (const { instead, changes: alike } of tasksOf(group.changes)) {
        for (const entry of entriesOf(alike)) lines.push(...told(entry, paint));
        for (const text of instead) lines.push(`        -> ${text}.`);
      }
    }
  }
  return printable(`${lines.join("\n")}\n`);
}

/** Both sides, and who wrote them. */
function headText({ before, after }: Diff): string {
  const generators =
    before.generator === after.generator
      ? before.generator === undefined
        ? ""
        : `; generator ${before.generator}`
      : `; generator ${before.generator ?? "unknown"} -> ${after.generator ?? "unknown"}`;
  return `${before.label} -> ${after.label}${generators}`;
}

const tones: Readonly<Record<Step, keyof typeof codes>> = { major: "red", minor: "yellow", patch: "green" };

function summaryText({ step, changes }: Diff, paint: Paint): string {
  if (step === undefined) return paint("Nothing changed for users.", "green");
  const breaking = changes.filter((one) => one.step === "major").length;
  const added = changes.filter((one) => one.step !== "major" && one.sort === "added").length;
  const rest = changes.length - breaking - added;
  const parts = [
    breaking > 0 ? `${counted(breaking, "change breaks", "changes break")} users` : "nothing breaks users",
    ...(added > 0 ? [`${counted(added, "thing is", "things are")} new`] : []),
    ...(rest > 0 ? [`${counted(rest, "other change", "other changes")}`] : []),
  ];
  return `${paint(step, tones[step])}: ${parts.join(", ")}.`;
}

function told({ text, sort, step, place, uses, proof }: Entry, paint: Paint): string[] {
  return [
    `    ${paint(signs[sort], tones[step])} ${text}`,
    ...(place === "" ? [] : [paint(`        ${place}`, "dim")]),
    ...(uses === "" ? [] : [`        in ${uses}`]),
    ...(proof ? [`        ${proof.line}`, `          ${proof.said}`] : []),
  ];
}

const signs: Readonly<Record<Change["sort"], string>> = {
  added: "+",
  changed: "~",
  deprecated: "!",
  removed: "-",
};

/** Names may hold anything; a terminal must not be told to do things but by us. */
function printable(text: string): string {
  return text.replaceAll(
    // oxlint-disable-next-line no-control-regex
    /(?!\n|\u001b\[\d+m)[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
