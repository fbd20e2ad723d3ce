import { posix } from "node:path";

/** A proto file whose module is unknown. */
export interface RootedProto {
  /** Path relative to the repository, with `/`. */
  readonly path: string;
  readonly packageName: string;
  readonly imports: readonly string[];
  /** Full names of its services. */
  readonly services: readonly string[];
}

/** The root folder of a buf module, to which imports are relative. */
export interface ModuleRoot {
  /** `.` for the root of the repository. */
  readonly path: string;
  /** Folders in it that are other modules or copies. */
  readonly excludes: readonly string[];
}

/** The modules of a repository. */
export interface ModuleRoots {
  readonly roots: readonly ModuleRoot[];
  /** Protos that are in no module, because another file has the same import path or the same services. */
  readonly copies: readonly string[];
  /** Protos in the folders of such copies, which buf can only exclude together with them. */
  readonly beside: readonly string[];
  /** Imports that are not files of the repository, except `google/protobuf`, sorted. */
  readonly missing: readonly string[];
  /** Imports of files of the repository by a path that begins above the repository. */
  readonly above: readonly string[];
}

/**
 * Finds the modules of protos from the files that their imports resolve to: `idl/shop/orders.proto` with the import
 * `shop/types.proto` shows that `idl` is a module. A file that nothing imports belongs to the nearest module around it.
 * Without one, the module follows from its package, or is its folder.
 */
export function findModuleRoots(protos: readonly RootedProto[]): ModuleRoots {
  const votes = new Votes();
  const missing = new Set<string>();
  const above = new Set<string>();
  for (const { path, imports } of protos) {
    for (const name of imports) {
      const found = findNearest(path, findImported(name, protos));
      if (found !== undefined) {
        const root = dropTail(found, name);
        votes.add(found, root);
        // A file that uses imports relative to a folder around it belongs to the same module.
        if (isBelow(path, root)) votes.add(path, root);
      } else if (!name.startsWith("google/protobuf/")) {
        const within = findNearest(path, findPathsWithin(name, protos));
        (within === undefined ? missing : above).add(name);
        if (within !== undefined) for (const one of [within, path]) votes.add(one, ".");
      }
    }
  }
  const chosen = new Map(votes.decided);
  const shown = [...new Set(chosen.values())];
  const byPackage = protos.flatMap((one) => findPackageRoot(one) ?? []);
  for (const proto of protos) {
    if (chosen.has(proto.path)) continue;
    const root =
      findNearestRoot(proto.path, shown) ?? findPackageRoot(proto) ?? findNearestRoot(proto.path, byPackage);
    chosen.set(proto.path, root ?? posix.dirname(proto.path));
  }
  return { ...toModules(protos, chosen), missing: [...missing].sort(), above: [...above].sort() };
}

/** Counts how many imports indicate each root of a file. */
class Votes {
  readonly #votes = new Map<string, Map<string, number>>();

  add(path: string, root: string): void {
    const own = this.#votes.get(path) ?? new Map<string, number>();
    own.set(root, (own.get(root) ?? 0) + 1);
    this.#votes.set(path, own);
  }

  /** The root of each file with the most votes; of several the outermost. */
  get decided(): readonly (readonly [path: string, root: string])[] {
    return [...this.#votes].map(([path, own]) => {
      const sorted = [...own].sort(([a, countA], [b, countB]) => countB - countA || a.length - b.length);
      return [path, sorted[0]?.[0] ?? "."] as const;
    });
  }
}

/** Returns the folder without the part that repeats the package; undefined if no part does. */
function findPackageRoot({ path, packageName }: RootedProto): string | undefined {
  const tail = packageName.replaceAll(".", "/");
  const folder = posix.dirname(path);
  return tail !== "" && (folder === tail || folder.endsWith(`/${tail}`)) ? dropTail(folder, tail) : undefined;
}

/** Finds the files to which an import may refer. */
function findImported(name: string, protos: readonly RootedProto[]): readonly string[] {
  return protos.map(({ path }) => path).filter((path) => path === name || path.endsWith(`/${name}`));
}

/** Finds the files whose path is the end of an import. */
function findPathsWithin(name: string, protos: readonly RootedProto[]): readonly string[] {
  return protos.map(({ path }) => path).filter((path) => path.includes("/") && name.endsWith(`/${path}`));
}

/** Returns the file with the most folders in common with a path. */
function findNearest(place: string, paths: readonly string[]): string | undefined {
  const shared = (path: string): number => {
    const [own, other] = [place.split("/"), path.split("/")];
    const end = own.findIndex((part, index) => part !== other[index]);
    return end < 0 ? own.length : end;
  };
  return paths.toSorted((a, b) => shared(b) - shared(a) || (a < b ? -1 : 1))[0];
}

function dropTail(path: string, tail: string): string {
  return path === tail ? "." : path.slice(0, -tail.length - 1);
}

function isBelow(path: string, folder: string): boolean {
  return folder === "." || path.startsWith(`${folder}/`);
}

/** Returns the innermost root that contains a file. */
function findNearestRoot(path: string, roots: readonly string[]): string | undefined {
  const around = roots.filter((root) => isBelow(path, root));
  return around.sort((a, b) => countSegments(b) - countSegments(a))[0];
}

function countSegments(folder: string): number {
  return folder === "." ? 0 : folder.split("/").length;
}

/**
 * Sorts modules by path. Of several files with the same import path or the same service, the one in the module with the
 * most files is used.
 */
function toModules(
  protos: readonly RootedProto[],
  chosen: ReadonlyMap<string, string>,
): Pick<ModuleRoots, "roots" | "copies" | "beside"> {
  const services = new Map(protos.map((one) => [one.path, one.services]));
  const sizes = new Map<string, number>();
  for (const root of chosen.values()) sizes.set(root, (sizes.get(root) ?? 0) + 1);
  const sorted = [...chosen].sort(
    ([a, rootA], [b, rootB]) => (sizes.get(rootB) ?? 0) - (sizes.get(rootA) ?? 0) || (a < b ? -1 : 1),
  );
  const names = new Set<string>();
  const rootByPath = new Map<string, string>();
  const copies: string[] = [];
  for (const [path, root] of sorted) {
    const own = [root === "." ? path : path.slice(root.length + 1), ...(services.get(path) ?? [])];
    if (own.some((name) => names.has(name))) copies.push(path);
    else rootByPath.set(path, root);
    for (const name of own) names.add(name);
  }
  // A module can exclude folders, but not files.
  const copied = [...new Set(copies.map((path) => posix.dirname(path)))];
  const beside = copies.flatMap((copy) =>
    [...rootByPath]
      .filter(([path, root]) => root === chosen.get(copy) && isBelow(path, posix.dirname(copy)))
      .map(([path]) => path),
  );
  for (const path of beside) rootByPath.delete(path);
  const roots = [...new Set(rootByPath.values())].sort();
  return {
    copies: copies.sort(),
    beside: [...new Set(beside)].sort(),
    roots: roots.map((path) => ({
      path,
      excludes: [...new Set([...roots, ...copied])]
        .filter((other) => other !== path && isBelow(other, path))
        .filter(
          (other) =>
            findNearestRoot(
              `${other}/`,
              roots.filter((root) => root !== other),
            ) === path,
        )
        .sort(),
    })),
  };
}
