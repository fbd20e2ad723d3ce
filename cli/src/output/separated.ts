import type { GuideJson } from "@stratus/runtime/guide";
import { safeText } from "@stratus/dynamic-client";
import type { Column } from "./columns.js";

/** Returns lines of comma-separated values (RFC 4180), with line feeds at their ends. */
export function csvLine(cells: readonly string[]): string {
  const shown = cells.map((cell) =>
    /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${shown.join(",")}\n`;
}

/** Returns a line of tab-separated values, in which tabs, line ends and backslashes are escaped. */
export function tsvLine(cells: readonly string[]): string {
  const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
  return `${cells.map((cell) => cell.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)).join("\t")}\n`;
}

/** Prints items as csv or tsv. The titles precede the first items. */
export function separatedRows(
  columns: readonly Column[],
  line: (cells: readonly string[]) => string,
  hasTitles: boolean,
): (items: readonly GuideJson[]) => string {
  let needsTitles = hasTitles && columns.some(({ name }) => name !== "");
  return (items) => {
    const rows = items.map((item) => line(columns.map(({ raw }) => safeText(raw(item)))));
    const titles = needsTitles ? line(columns.map(({ name }) => name)) : "";
    needsTitles = false;
    return titles + rows.join("");
  };
}
