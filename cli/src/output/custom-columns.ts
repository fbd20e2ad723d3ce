import type { GuideJson } from "@stratus/runtime/guide";
import { UsageError, type QueryValue } from "@stratus/dynamic-client";
import type { Column } from "./columns.js";
import { compilePath, isProjection, listOf, valueText } from "./json-path.js";

/**
 * Reads kubectl's `-o custom-columns=NAME:.metadata.name,CPU:.spec.cpu`.
 *
 * @returns The columns, which take the value of a query.
 * @throws A UsageError if a column has no title or no path.
 */
export function readCustomColumns(text: string): readonly CustomColumn[] {
  return text.split(/,(?=[^,:[\]]+:)/).map((part) => {
    const colon = part.indexOf(":");
    const [title, path] = [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
    if (colon < 1 || path === "")
      throw new UsageError(
        "ARGUMENT_INVALID",
        `-o custom-columns=${text}: write TITLE:PATH, separated by commas, such as NAME:.metadata.name,CPU:.spec.cpu`,
      );
    const query = compilePath(path.replace(/^\{(.*)\}$/, "$1"));
    return {
      title,
      text: (value) => {
        const found = query(value);
        const all = isProjection(path) ? listOf(found) : [found];
        return all.map(valueText).join(",") || "<none>";
      },
    };
  });
}

/** A column of a user's own. */
export interface CustomColumn {
  readonly title: string;
  readonly text: (value: QueryValue) => string;
}

/** Returns the columns of a table for the result of a query: the names of objects, or the places of lists. */
export function resultColumns(rows: readonly GuideJson[]): readonly Column[] {
  const names = new Set<string>();
  for (const row of rows)
    if (typeof row === "object" && row !== null) for (const name of Object.keys(row)) names.add(name);
  if (names.size === 0) return [makeColumn("", (row) => row)];
  const areLists = rows.every((row) => row === null || Array.isArray(row));
  return [...names].map((name) =>
    makeColumn(areLists ? "" : name, (row) =>
      typeof row === "object" && row !== null ? (row as Readonly<Record<string, GuideJson>>)[name] : row,
    ),
  );
}

function makeColumn(title: string, get: (row: GuideJson) => GuideJson | undefined): Column {
  const text = (row: GuideJson): string => valueText((get(row) ?? null) as QueryValue);
  return { title, name: title, text, raw: text };
}
