import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** One import of a source file, with the target as a path from the top of the repository or as a package name. */
export interface Import {
  readonly from: string;
  readonly target: string;
  readonly isTypeOnly: boolean;
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** Returns the imports of the TypeScript and `.mjs` files below a folder of the repository, without specs and fixtures. */
export function importsBelow(folder: string): Import[] {
  return sourcesBelow(folder).flatMap((from) => importsOf(from, readFileSync(join(top, from), "utf8")));
}

/** Returns the TypeScript and `.mjs` files below a folder of the repository, without specs and fixtures. */
export function sourcesBelow(folder: string): string[] {
  const entries = readdirSync(join(top, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /(?<!\.d|\.spec|\.fixture)\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(top, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !/(^|\/)(dist|node_modules)\//.test(path))
    .sort();
}

/** The imports in the text of a file; a relative one is resolved against the file's place. */
export function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(statement)].map(([, typeOnly, fixed, lazy]) => {
    const target = fixed ?? lazy ?? "";
    return {
      from,
      target: target.startsWith(".") ? sourceOf(posix.join(dirname(from), target)) : target,
      isTypeOnly: typeOnly !== undefined,
    };
  });
}

/** The source of a compiled file, as a path from the top of the repository. */
function sourceOf(path: string): string {
  const component = path.replace(/\.js$/, ".tsx");
  return component !== path && existsSync(join(top, component)) ? component : path.replace(/\.js$/, ".ts");
}

/** The first cycle among imports, as the files along it; undefined where there is none. */
export function findCycle(imports: readonly Import[]): string[] | undefined {
  const edges = new Map<string, Import[]>();
  for (const one of imports) edges.set(one.from, [...(edges.get(one.from) ?? []), one]);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const { target } of edges.get(file) ?? []) {
      const cycle = visit(target);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of edges.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}
