import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Change } from "./change.js";
import type { Diff } from "./diff.js";

/**
 * The report with lines of the protos, which descriptors of an SDK do not have: found in the files as they are
 * now. What is gone from them has none.
 *
 * @param roots Folders from which proto files are named.
 */
export async function withLines(diff: Diff, roots: readonly string[]): Promise<Diff> {
  const read = new Map<string, ReadonlyMap<string, number>>();
  const linesIn = async (file: string): Promise<ReadonlyMap<string, number>> => {
    const known = read.get(file);
    if (known) return known;
    const lines = linesOf(await firstText(roots, file));
    read.set(file, lines);
    return lines;
  };
  const changes: Change[] = [];
  for (const change of diff.changes) {
    const { place } = change;
    const line = place?.file.endsWith(".proto") ? (await linesIn(place.file)).get(place.element) : undefined;
    changes.push(place && line !== undefined ? { ...change, place: { ...place, line } } : change);
  }
  return { ...diff, changes };
}

async function firstText(roots: readonly string[], file: string): Promise<string> {
  for (const root of roots) {
    const text = await readFile(join(root, file), "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  return "";
}

/** Comments and strings, blocks, and the words before them. */
const tokens = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]|[^{};"'/]+|\//g;
const block = /^\s*(message|enum|service|oneof|extend|rpc)\s+([\w.]+)/;

/** Lines by elements, such as `field acme.v1.Disk.size`, in the text of a proto file. */
export function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const scopes: { readonly kind: string; readonly name: string }[] = [];
  let packageName = "";
  let statement = "";
  let start = 1;
  let line = 1;
  const put = (kind: string, name: string): void => {
    const outer = scopes.filter((one) => one.kind !== "oneof").map((one) => one.name);
    lines.set(`${kind} ${[packageName, ...outer, name].filter((part) => part !== "").join(".")}`, start);
  };
  for (const [token] of text.matchAll(tokens)) {
    if (/^\/[/*]/.test(token)) {
      line += count(token);
      continue;
    }
    if (token === "{" || token === ";" || token === "}") {
      const [, kind = "", name = ""] = block.exec(statement) ?? [];
      if (kind !== "") put(kind, name);
      else if (/^\s*package\s/.test(statement)) packageName = statement.trim().split(/\s+/)[1] ?? "";
      else declare(statement, scopes.at(-1)?.kind, put);
      if (token === "{") scopes.push({ kind: kind === "" ? "other" : kind, name });
      if (token === "}") scopes.pop();
      statement = "";
      continue;
    }
    if (statement.trim() === "") start = line + count(/^\s*/.exec(token)?.[0] ?? "");
    statement += token;
    line += count(token);
  }
  return lines;
}

/** A field or a value. */
function declare(
  statement: string,
  scope: string | undefined,
  put: (kind: string, name: string) => void,
): void {
  const [, name = ""] = /([A-Za-z_]\w*)\s*=\s*-?[\dx]/i.exec(statement) ?? [];
  if (name === "" || /^\s*(?:option|reserved|extensions)\b/.test(statement)) return;
  if (scope === "message" || scope === "oneof") put("field", name);
  if (scope === "enum") put("value", name);
}

function count(text: string): number {
  return text.split("\n").length - 1;
}
