import { isJsonObject, isSecretName, redactedText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { inlineText, quoteData } from "../text/quote-data.js";

/** A place where two values differ. Undefined means that there is no value. */
export interface Difference {
  readonly path: readonly string[];
  readonly before: GuideJson | undefined;
  readonly after: GuideJson | undefined;
}

/** Finds the places where two values differ. It descends as long as both have the same structure. */
export function findDifferences(
  before: GuideJson | undefined,
  after: GuideJson | undefined,
  path: readonly string[] = [],
): readonly Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if ((isJsonObject(before) || before === undefined) && (isJsonObject(after) || after === undefined)) {
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const inner = names.flatMap((name) =>
      findDifferences(ownValue(before, name), ownValue(after, name), [...path, name]),
    );
    // An empty message that comes or goes is a difference too.
    return inner.length > 0 ? inner : [{ path, before, after }];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one: GuideJson, at) =>
      findDifferences(one, after[at] as GuideJson, [...path, String(at)]),
    );
  return [{ path, before, after }];
}

function ownValue(value: GuideJson | undefined, name: string): GuideJson | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the value at a path. */
export function valueAt(value: GuideJson | undefined, path: readonly string[]): GuideJson | undefined {
  let at = value;
  for (const step of path)
    at = Array.isArray(at) ? (at[Number(step)] as GuideJson | undefined) : ownValue(at, step);
  return at;
}

/** Formats a path for the summary. Keys that come from data are quoted, so that they cannot imitate other text. */
export function pathText(path: readonly string[]): string {
  return path.map((step) => (/^[\w-]+$/.test(step) ? step : quoteData(step, 40))).join(".");
}

/** Formats a value for the summary. */
export function valueText(value: GuideJson | undefined): string {
  if (value === undefined) return "unset";
  if (typeof value === "string") return value === "" ? '""' : inlineText(value);
  if (!isJsonObject(value) && !Array.isArray(value)) return String(value);
  const text = JSON.stringify(value);
  // A list of plain words needs no quotes: none of them has a space or a bracket.
  return /^\["[\w./@:+-]+"(?:,"[\w./@:+-]+")*\]$/.test(text) && text.length <= 60
    ? text.replaceAll('"', "").replaceAll(",", ", ")
    : quoteData(text, 60);
}

/** Whether the value at a path is a secret, according to the redacted JSON or to a name in the path. */
export function isSecretAt(redacted: GuideJson | undefined, path: readonly string[]): boolean {
  if (path.some(isSecretName)) return true;
  return path.some((_, at) => valueAt(redacted, path.slice(0, at + 1)) === redactedText);
}

/** Returns the new secrets, which must not appear in any text that leaves the process. */
export function secretTexts(differences: readonly Difference[], redacted: GuideJson): readonly string[] {
  return differences.flatMap(({ path, after }) =>
    isSecretAt(redacted, path) && typeof after === "string" ? [after] : [],
  );
}
