/** Filters a comparison by the names that a program's sources contain. */
import { CommandError } from "../../kit/problem.js";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { ts } from "ts-morph";
import { formatCount } from "../../kit/text/format-count.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { greatestStep } from "../verdict/verdict.js";

/** Places in a program, by the identifier or the string literal that is there. */
export type NameUses = ReadonlyMap<string, readonly string[]>;

/** A source file of a program. */
interface Source {
  readonly path: string;
  readonly text: string;
}

/**
 * Keeps the changes that affect a program. It compares names, not types, so it may keep too many changes.
 *
 * @param folder Folder of the program's sources.
 */
export async function filterByProgram(diff: Diff, folder: string): Promise<Diff> {
  return filterByUses(diff, findUses(await readSources(folder)), folder);
}

/** Keeps the changes whose names are used. */
export function filterByUses(diff: Diff, uses: NameUses, folder: string): Diff {
  const changes = diff.changes.flatMap((change): Change[] => {
    const places = findPlaces(change, uses);
    return places === undefined ? [] : [{ ...change, usedAt: places }];
  });
  const count = `${changes.length} of ${formatCount(diff.changes.length, "change")}`;
  return {
    ...diff,
    changes,
    step: changes.length === 0 ? undefined : greatestStep(changes.map(({ step }) => step)),
    program: folder,
    notes: [...diff.notes, `${count} affect names that ${folder} uses. A name may belong to something else`],
  };
}

/**
 * Finds the places where a program uses the element of a change. Undefined if it does not use it, and empty if the
 * change affects every program.
 */
function findPlaces(
  { role, subject, kind, isBreaking }: Change,
  uses: NameUses,
): readonly string[] | undefined {
  if (role === "session" || role === "package") return [];
  const [owner = "", ...inner] = subject.split(".");
  const last = inner.at(-1) ?? owner;
  if (role === "rpc" && !hasClient(owner, uses)) return undefined;
  // An addition only breaks exhaustive code, which names the type.
  const isAddition = kind === "added" && !isBreaking;
  const names = isAddition && inner.length > 0 ? [owner] : listNames(role, last);
  const places = names.flatMap((name) => uses.get(name) ?? []);
  return places.length > 0 ? [...new Set(places)].sort(comparePlaces) : undefined;
}

function listNames(role: Change["role"], last: string): readonly string[] {
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

/** Returns whether a program creates a client of a service, or imports the class with all clients. */
function hasClient(service: string, uses: NameUses): boolean {
  return uses.has(`${service}Client`) || [...uses.keys()].some((name) => name.endsWith("/services"));
}

function comparePlaces(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** Finds identifiers and string literals in sources, with their places, such as `src/main.ts:12`. */
export function findUses(sources: readonly Source[]): NameUses {
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

/** @throws Error if the folder contains no sources. */
async function readSources(folder: string): Promise<readonly Source[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((one) => one.isFile() && /\.[cm]?[jt]sx?$/.test(one.name) && !/\.d\.[cm]?ts$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => !relative(folder, path).split(/[/\\]/).includes("node_modules"));
  if (paths.length === 0)
    throw new CommandError(
      "OPTION_INVALID",
      `--used-by ${folder} contains no TypeScript or JavaScript. Name the folder of a program's sources`,
    );
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(path, "utf8") })));
}
