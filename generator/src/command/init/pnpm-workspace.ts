import { isMap, isPair, isScalar, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { coversSdk } from "./package-json.js";
import { idleScripts } from "./package-manager.js";

/** pnpm refuses to install what has an install script and is not named. */
const builds = Object.fromEntries(idleScripts.map((name) => [name, false]));

/** The pnpm-workspace.yaml of a repository that has none. */
export function newWorkspace(): string {
  return `packages:\n  - sdk\n${buildLines("")}`;
}

/**
 * Adds the SDK to the packages of a pnpm-workspace.yaml, and says which install scripts do not run. Every line that is
 * there stays as it is. Undefined if nothing is missing, or the file has a form that cannot be added to.
 */
export function completedWorkspace(
  text: string,
): { readonly text: string; readonly added: readonly string[] } | undefined {
  const { contents } = parseDocument(text);
  if (contents !== null && !isMap(contents)) return undefined;
  const allowed = valueIn(text, "allowBuilds");
  const lined = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const built = allowed === undefined ? lined + buildLines("") : withBuilds(lined, allowed);
  const completed = withSdk(built, valueIn(built, "packages"));
  const added = [
    ...(completed === built ? [] : ["package sdk"]),
    ...(built === lined ? [] : ["allowBuilds"]),
  ];
  if (added.length === 0) return undefined;
  return { text: text.includes("\r\n") ? completed.replaceAll(/\r?\n/g, "\r\n") : completed, added };
}

function valueIn(text: string, name: string): unknown {
  const { contents } = parseDocument(text);
  if (!isMap(contents)) return undefined;
  return contents.items.find(({ key }) => isScalar(key) && key.value === name)?.value;
}

/** The text with the SDK behind the packages that it names. */
function withSdk(text: string, packages: unknown): string {
  if (packages === undefined) return `packages:\n  - sdk\n${text}`;
  if (!isSeq(packages) || packages.items.some((item) => isScalar(item) && coversSdk(item.value))) return text;
  return packages.flow
    ? withFlowItem(text, packages, "sdk")
    : withLineBehind(text, packages.items.at(-1), "sdk");
}

/** The text with our entries behind those of a map. */
function withBuilds(text: string, map: unknown): string {
  if (!isMap(map)) return text;
  const last = map.items.at(-1)?.value;
  return Object.entries(builds)
    .filter(([name]) => !map.has(name))
    .map(([name, isAllowed]) => `"${name}": ${isAllowed}`)
    .reduceRight(
      (so, entry) => (map.flow ? withFlowItem(so, map, entry) : withLineBehind(so, last, entry)),
      text,
    );
}

/** The text with one more item at the end of a list or map in brackets. */
function withFlowItem(text: string, { items, range }: YAMLMap | YAMLSeq, item: string): string {
  const last = items.at(-1);
  const end = (isPair(last) ? (last.value as Node | null) : (last as Node | undefined))?.range?.[1];
  if (range == null || (items.length > 0 && end === undefined)) return text;
  const at = end ?? range[0] + 1;
  return `${text.slice(0, at)}${items.length > 0 ? ", " : ""}${item}${text.slice(at)}`;
}

function withLineBehind(text: string, last: unknown, item: string): string {
  return isScalar(last) && last.range ? withLine(text, last.range[1], item) : text;
}

function buildLines(indent: string): string {
  const lines = Object.entries(builds).map(([name, isAllowed]) => `${indent}  "${name}": ${isAllowed}\n`);
  return `${indent}allowBuilds:\n${lines.join("")}`;
}

/** The text with a line behind that in which an offset is, indented like it, and with its mark of a list. */
function withLine(text: string, end: number, item: string): string {
  const start = text.lastIndexOf("\n", end - 1) + 1;
  const [marker = ""] = /^\s*(?:-\s*)?/.exec(text.slice(start)) ?? [];
  const lineEnd = text.indexOf("\n", end);
  const at = lineEnd < 0 ? text.length : lineEnd;
  return `${text.slice(0, at)}\n${marker}${item}${text.slice(at)}`;
}
