/** The part of a comparison that touches one program: by the names that its sources have. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { ts } from "ts-morph";
import { counted } from "../../kit/text/counted.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { greatest } from "../verdict/verdict.js";

/** Places of a program by the name that is there, or by the text, such as that of an import. */
export type Uses = ReadonlyMap<string, readonly string[]>;

/** A file of a program. */
interface Source {
  readonly path: string;
  readonly text: string;
}

/**
 * The changes that touch a program. Names are compared and no types, so that it tells too much rather than too little.
 * @param folder The program's sources, as the report names them.
 */
export async function forProgram(diff: Diff, folder: string): Promise<Diff> {
  return usedBy(diff, usesIn(await sourcesIn(folder)), folder);
}

/** The same for what was read. */
export function usedBy(diff: Diff, uses: Uses, folder: string): Diff {
  const changes = diff.changes.flatMap((change): Change[] => {
    const places = placesOf(change, uses);
    return places === undefined ? [] : [{ ...change, uses: places }];
  });
  const count = `${counted(diff.changes.length, "change")}, ${changes.length} touch names that ${folder} has`;
  return {
    ...diff,
    changes,
    step: changes.length === 0 ? undefined : greatest(changes.map(({ step }) => step)),
    notes: [...diff.notes, `Of ${count}; a name may be that of something else`],
  };
}

/** Where a program has what a change is about; undefined if nowhere, nothing if it concerns every program. */
function placesOf({ role, subject, sort, isBreaking }: Change, uses: Uses): readonly string[] | undefined {
  if (role === "session" || role === "package") return [];
  const [owner = "", ...inner] = subject.split(".");
  const last = inner.at(-1) ?? owner;
  if (role === "rpc" && !hasClient(owner, uses)) return undefined;
  // Additions break whoever spells out all that there is, and he names the type.
  const isAddition = sort === "added" && !isBreaking;
  const names = isAddition && inner.length > 0 ? [owner] : namesOf(role, last);
  const places = names.flatMap((name) => uses.get(name) ?? []);
  return places.length > 0 ? [...new Set(places)].sort(byPlace) : undefined;
}

function namesOf(role: Change["role"], last: string): readonly string[] {
  const local = `${last.charAt(0).toLowerCase()}${last.slice(1)}`;
  switch (role) {
    case "rpc":
      return [local, `${local}All`, ...(/^(?:Get|Update)$/.test(last) ? ["modify"] : [])];
    case "service":
      return [last, `${last}Client`];
    default:
      return [last, ...(last.startsWith("`") ? [last.replaceAll("`", "")] : [])];
  }
}

/** Whether a program makes a client of a service, or has all of them from the facade. */
function hasClient(service: string, uses: Uses): boolean {
  return uses.has(`${service}Client`) || [...uses.keys()].some((name) => name.endsWith("/services"));
}

function byPlace(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** Names and texts of sources with their places, `src/main.ts:12`. */
export function usesIn(sources: readonly Source[]): Uses {
  const uses = new Map<string, string[]>();
  for (const { path, text } of sources) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) {
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        const places = uses.get(node.text) ?? [];
        places.push(`${path}:${line}`);
        uses.set(node.text, places);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return uses;
}

/** @throws Error if there is no source. */
async function sourcesIn(folder: string): Promise<readonly Source[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((one) => one.isFile() && /\.[cm]?[jt]sx?$/.test(one.name) && !/\.d\.[cm]?ts$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => !relative(folder, path).split(/[/\\]/).includes("node_modules"));
  if (paths.length === 0)
    throw new Error(
      `--used-by ${folder} has no TypeScript or JavaScript: name the folder of a program's sources`,
    );
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(path, "utf8") })));
}
