import { isMap, isPair, isScalar, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { coversSdk } from "./package-json.js";
import { idleScripts } from "./package-manager.js";

/** pnpm refuses to install a package with an install script unless this setting names it. */
const builds = Object.fromEntries(idleScripts.map((name) => [name, false]));

/** Creates a pnpm-workspace.yaml for a repository that has none. */
export function createWorkspace(): string {
  return `packages:\n  - sdk\n${formatBuilds("")}`;
}

/**
 * Adds the SDK to the packages of a pnpm-workspace.yaml, and disables install scripts. Existing lines do not change.
 * Returns undefined if nothing is missing, or if the file has an unsupported form.
 */
export function completeWorkspace(
  text: string,
): { readonly text: string; readonly added: readonly string[] } | undefined {
  const { contents } = parseDocument(text);
  if (contents !== null && !isMap(contents)) return undefined;
  const allowed = readValue(text, "allowBuilds");
  const lined = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const built = allowed === undefined ? lined + formatBuilds("") : addBuilds(lined, allowed);
  const completed = addSdk(built, readValue(built, "packages"));
  const added = [
    ...(completed === built ? [] : ["package sdk"]),
    ...(built === lined ? [] : ["allowBuilds"]),
  ];
  if (added.length === 0) return undefined;
  return { text: text.includes("\r\n") ? completed.replaceAll(/\r?\n/g, "\r\n") : completed, added };
}

function readValue(text: string, name: string): unknown {
  const { contents } = parseDocument(text);
  if (!isMap(contents)) return undefined;
  return contents.items.find(({ key }) => isScalar(key) && key.value === name)?.value;
}

/** Adds the SDK after the existing packages. */
function addSdk(text: string, packages: unknown): string {
  if (packages === undefined) return `packages:\n  - sdk\n${text}`;
  if (!isSeq(packages) || packages.items.some((item) => isScalar(item) && coversSdk(item.value))) return text;
  return packages.flow
    ? addFlowItem(text, packages, "sdk")
    : addLineAfter(text, packages.items.at(-1), "sdk");
}

/** Adds the settings of install scripts after those of a map. */
function addBuilds(text: string, map: unknown): string {
  if (!isMap(map)) return text;
  const last = map.items.at(-1)?.value;
  return Object.entries(builds)
    .filter(([name]) => !map.has(name))
    .map(([name, isAllowed]) => `"${name}": ${isAllowed}`)
    .reduceRight(
      (so, entry) => (map.flow ? addFlowItem(so, map, entry) : addLineAfter(so, last, entry)),
      text,
    );
}

/** Adds an item at the end of a list or map in brackets. */
function addFlowItem(text: string, { items, range }: YAMLMap | YAMLSeq, item: string): string {
  const last = items.at(-1);
  const end = (isPair(last) ? (last.value as Node | null) : (last as Node | undefined))?.range?.[1];
  if (range == null || (items.length > 0 && end === undefined)) return text;
  const at = end ?? range[0] + 1;
  return `${text.slice(0, at)}${items.length > 0 ? ", " : ""}${item}${text.slice(at)}`;
}

function addLineAfter(text: string, last: unknown, item: string): string {
  return isScalar(last) && last.range ? addLine(text, last.range[1], item) : text;
}

function formatBuilds(indent: string): string {
  const lines = Object.entries(builds).map(([name, isAllowed]) => `${indent}  "${name}": ${isAllowed}\n`);
  return `${indent}allowBuilds:\n${lines.join("")}`;
}

/** Adds a line after the one that contains an offset, with the same indentation and list marker. */
function addLine(text: string, end: number, item: string): string {
  const start = text.lastIndexOf("\n", end - 1) + 1;
  const [marker = ""] = /^\s*(?:-\s*)?/.exec(text.slice(start)) ?? [];
  const lineEnd = text.indexOf("\n", end);
  const at = lineEnd < 0 ? text.length : lineEnd;
  return `${text.slice(0, at)}\n${marker}${item}${text.slice(at)}`;
}
