import { isMap, isScalar, isSeq, type Pair, parseDocument } from "yaml";
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
export function completedWorkspace(text: string): string | undefined {
  const { contents } = parseDocument(text);
  if (contents !== null && !isMap(contents)) return undefined;
  const pairOf = (name: string): Pair | undefined =>
    contents?.items.find(({ key }) => isScalar(key) && key.value === name) as Pair | undefined;
  let completed = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const allowed = pairOf("allowBuilds");
  const packages = pairOf("packages")?.value;
  if (!allowed) completed += buildLines("");
  else completed = withBuilds(completed, allowed.value);
  if (isSeq(packages) && !packages.flow) {
    const covers = packages.items.some((item) => isScalar(item) && coversSdk(item.value));
    const last = packages.items.at(-1);
    if (!covers && isScalar(last) && last.range) completed = withLine(completed, last.range[1], "sdk");
  } else if (packages === undefined || packages === null) {
    completed = `packages:\n  - sdk\n${completed}`;
  }
  return completed === text ? undefined : completed;
}

/** The text with our entries behind those of a map. */
function withBuilds(text: string, map: unknown): string {
  if (!isMap(map) || map.flow) return text;
  const last = map.items.at(-1)?.value;
  const missing = Object.entries(builds).filter(([name]) => !map.has(name));
  if (!isScalar(last) || !last.range) return text;
  const [, end] = last.range;
  return missing.reduceRight((so, [name, isAllowed]) => withLine(so, end, `"${name}": ${isAllowed}`), text);
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
