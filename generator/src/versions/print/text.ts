import { formatCount } from "../../kit/text/format-count.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import type { Step } from "../verdict/verdict.js";
import {
  toEntries,
  groupByReason,
  deployOrderTexts,
  isOrderWanted,
  nothingChanged,
  toSections,
  groupByFix,
  type Entry,
} from "./sections.js";

/** Codes of colors (ECMA-48, SGR). */
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

type Paint = (text: string, color: keyof typeof codes) => string;

/**
 * Prints the report for a terminal.
 *
 * @param isColored Whether to use colors.
 */
export function printText(diff: Diff, isColored: boolean): string {
  const paint: Paint = (text, color) => (isColored ? `\u001b[${codes[color]}m${text}\u001b[0m` : text);
  const lines = [paint(printHead(diff), "bold"), printSummary(diff, paint)];
  if (diff.deployOrder !== undefined && isOrderWanted(diff))
    lines.push(`${deployOrderTexts[diff.deployOrder]}.`);
  for (const note of diff.notes) lines.push(paint(`Note: ${note}.`, "yellow"));
  for (const { title, changes } of toSections(diff.changes)) {
    lines.push("", paint(`${title} (${changes.length})`, "bold"));
    for (const group of groupByReason(changes)) {
      if (group.isExplained) lines.push(`  ${group.reasons.join(". ")}:`);
      for (const { fixes, changes: alike } of groupByFix(group.changes)) {
        for (const entry of toEntries(alike)) lines.push(...printEntry(entry, paint));
        for (const text of fixes) lines.push(`        -> ${text}.`);
      }
    }
  }
  return escapeControls(`${lines.join("\n")}\n`);
}

/** Prints both sides and the generators that wrote them. */
function printHead({ before, after }: Diff): string {
  const generators =
    before.generator === after.generator
      ? before.generator === undefined
        ? ""
        : `; generator ${before.generator}`
      : `; generator ${before.generator ?? "unknown"} -> ${after.generator ?? "unknown"}`;
  return `${before.label} -> ${after.label}${generators}`;
}

const tones: Readonly<Record<Step, keyof typeof codes>> = { major: "red", minor: "yellow", patch: "green" };

function printSummary({ step, changes, program }: Diff, paint: Paint): string {
  if (step === undefined) return paint(nothingChanged(program), "green");
  const breaking = changes.filter((one) => one.step === "major").length;
  const added = changes.filter((one) => one.step !== "major" && one.kind === "added").length;
  const rest = changes.length - breaking - added;
  const parts = [
    breaking > 0 ? formatCount(breaking, "breaking change", "breaking changes") : "no breaking changes",
    ...(added > 0 ? [formatCount(added, "addition", "additions")] : []),
    ...(rest > 0 ? [`${formatCount(rest, "other change", "other changes")}`] : []),
  ];
  return `${paint(step, tones[step])}: ${parts.join(", ")}.`;
}

function printEntry({ text, kind, step, place, usedAt, proof }: Entry, paint: Paint): string[] {
  return [
    `    ${paint(signs[kind], tones[step])} ${text}`,
    ...(place === "" ? [] : [paint(`        ${place}`, "dim")]),
    ...(usedAt === "" ? [] : [`        in ${usedAt}`]),
    ...(proof ? [`        ${proof.line}`, `          ${proof.error}`] : []),
  ];
}

const signs: Readonly<Record<Change["kind"], string>> = {
  added: "+",
  changed: "~",
  deprecated: "!",
  removed: "-",
};

/** Escapes control characters in names, because a terminal would execute them. Codes for colors stay. */
function escapeControls(text: string): string {
  return text.replaceAll(
    // oxlint-disable-next-line no-control-regex
    /(?!\n|\u001b\[\d+m)[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
