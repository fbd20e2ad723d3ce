import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Change } from "./change.js";
import type { Diff } from "./diff.js";

/**
 * Adds line numbers of the proto files to a report, because the descriptors of an SDK have none. The lines are those of
 * the current files, so elements that were removed have no line.
 *
 * @param roots Folders that the paths of proto files are relative to.
 */
export async function addLines(diff: Diff, roots: readonly string[]): Promise<Diff> {
  const read = new Map<string, ReadonlyMap<string, number>>();
  const linesIn = async (file: string): Promise<ReadonlyMap<string, number>> => {
    const known = read.get(file);
    if (known) return known;
    const lines = findLines(await readFirst(roots, file));
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

async function readFirst(roots: readonly string[], file: string): Promise<string> {
  for (const root of roots) {
    const text = await readFile(join(root, file), "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  return "";
}

/** Tokens of a proto file: comments, strings, punctuation, and the text between them. */
const tokens = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]|[^{};"'/]+|\//g;
const block = /^\s*(message|enum|service|oneof|extend|rpc)\s+([\w.]+)/;

/** Finds the line of each element, such as `field acme.v1.Disk.size`, in the text of a proto file. */
export function findLines(text: string): ReadonlyMap<string, number> {
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
      line += countLines(token);
      continue;
    }
    if (token === "{" || token === ";" || token === "}") {
      const [, kind = "", name = ""] = block.exec(statement) ?? [];
      if (kind !== "") put(kind, name);
      else if (/^\s*package\s/.test(statement)) packageName = statement.trim().split(/\s+/)[1] ?? "";
      else addMember(statement, scopes.at(-1)?.kind, put);
      if (token === "{") scopes.push({ kind: kind === "" ? "other" : kind, name });
      if (token === "}") scopes.pop();
      statement = "";
      continue;
    }
    if (statement.trim() === "") start = line + countLines(/^\s*/.exec(token)?.[0] ?? "");
    statement += token;
    line += countLines(token);
  }
  return lines;
}

/** Adds a field or an enum value. */
function addMember(
  statement: string,
  scope: string | undefined,
  put: (kind: string, name: string) => void,
): void {
  const [, name = ""] = /([A-Za-z_]\w*)\s*=\s*-?[\dx]/i.exec(statement) ?? [];
  if (name === "" || /^\s*(?:option|reserved|extensions)\b/.test(statement)) return;
  if (scope === "message" || scope === "oneof") put("field", name);
  if (scope === "enum") put("value", name);
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
