import { posix } from "node:path";

/** A proto file, as its root is found. */
export interface RootedProto {
  /** Path from the top, with `/`. */
  readonly path: string;
  readonly packageName: string;
  readonly imports: readonly string[];
  /** Full names of its services. */
  readonly services: readonly string[];
}

/** A folder from which imports are named: a module of buf. */
export interface ModuleRoot {
  /** `.` for the top. */
  readonly path: string;
  /** Folders below it that are other modules, or copies. */
  readonly excludes: readonly string[];
}

/** Where the imports of a repository lead. */
export interface ModuleRoots {
  readonly roots: readonly ModuleRoot[];
  /** Protos that no module has, since another file has the same name for imports, or the same services. */
  readonly copies: readonly string[];
  /** Protos in the folders of such copies, which buf can only leave out with them. */
  readonly beside: readonly string[];
  /** Imports that no file of the repository is, `google/protobuf` aside, in their order. */
  readonly missing: readonly string[];
  /** Imports that name a file of the repository by a path that begins above it. */
  readonly above: readonly string[];
}

/**
 * Finds the modules of protos by what their imports resolve to: `idl/shop/orders.proto` that imports
 * `shop/types.proto` shows that `idl` is one, whatever the packages are called. A file that nothing imports is in the
 * nearest module around it that imports show, else in the one that its package shows, else its folder is one.
 */
export function findModuleRoots(protos: readonly RootedProto[]): ModuleRoots {
  const votes = new Votes();
  const missing = new Set<string>();
  const above = new Set<string>();
  for (const { path, imports } of protos) {
    for (const name of imports) {
      const found = nearestTo(path, filesOf(name, protos));
      if (found !== undefined) {
        const root = withoutTail(found, name);
        votes.add(found, root);
        // Who imports by names that begin there is named in the same way, if it is below.
        if (isBelow(path, root)) votes.add(path, root);
      } else if (!name.startsWith("google/protobuf/")) {
        const within = nearestTo(path, filesWithin(name, protos));
        (within === undefined ? missing : above).add(name);
        if (within !== undefined) for (const one of [within, path]) votes.add(one, ".");
      }
    }
  }
  const chosen = new Map(votes.decided);
  const shown = [...new Set(chosen.values())];
  const byPackage = protos.flatMap((one) => packageRoot(one) ?? []);
  for (const proto of protos) {
    if (chosen.has(proto.path)) continue;
    const root = nearestRoot(proto.path, shown) ?? packageRoot(proto) ?? nearestRoot(proto.path, byPackage);
    chosen.set(proto.path, root ?? posix.dirname(proto.path));
  }
  return { ...modulesOf(protos, chosen), missing: [...missing].sort(), above: [...above].sort() };
}

/** Roots of files, each with how often it was shown. */
class Votes {
  readonly #votes = new Map<string, Map<string, number>>();

  add(path: string, root: string): void {
    const own = this.#votes.get(path) ?? new Map<string, number>();
    own.set(root, (own.get(root) ?? 0) + 1);
    this.#votes.set(path, own);
  }

  /** The root of each file that was shown most often; of several the outermost. */
  get decided(): readonly (readonly [path: string, root: string])[] {
    return [...this.#votes].map(([path, own]) => {
      const sorted = [...own].sort(([a, countA], [b, countB]) => countB - countA || a.length - b.length);
      return [path, sorted[0]?.[0] ?? "."] as const;
    });
  }
}

/** The folder without the part that repeats the package, as protos are laid out; undefined if no part does. */
function packageRoot({ path, packageName }: RootedProto): string | undefined {
  const tail = packageName.replaceAll(".", "/");
  const folder = posix.dirname(path);
  return tail !== "" && (folder === tail || folder.endsWith(`/${tail}`))
    ? withoutTail(folder, tail)
    : undefined;
}

/** The files that an import can mean. */
function filesOf(name: string, protos: readonly RootedProto[]): readonly string[] {
  return protos.map(({ path }) => path).filter((path) => path === name || path.endsWith(`/${name}`));
}

/** The files whose whole path an import has behind something else. */
function filesWithin(name: string, protos: readonly RootedProto[]): readonly string[] {
  return protos.map(({ path }) => path).filter((path) => path.includes("/") && name.endsWith(`/${path}`));
}

/** Of several files the one that has the most folders in common with a place. */
function nearestTo(place: string, paths: readonly string[]): string | undefined {
  const shared = (path: string): number => {
    const [own, other] = [place.split("/"), path.split("/")];
    const end = own.findIndex((part, index) => part !== other[index]);
    return end < 0 ? own.length : end;
  };
  return paths.toSorted((a, b) => shared(b) - shared(a) || (a < b ? -1 : 1))[0];
}

function withoutTail(path: string, tail: string): string {
  return path === tail ? "." : path.slice(0, -tail.length - 1);
}

function isBelow(path: string, folder: string): boolean {
  return folder === "." || path.startsWith(`${folder}/`);
}

/** The root around a file that is nearest to it. */
function nearestRoot(path: string, roots: readonly string[]): string | undefined {
  const around = roots.filter((root) => isBelow(path, root));
  return around.sort((a, b) => depthOf(b) - depthOf(a))[0];
}

function depthOf(folder: string): number {
  return folder === "." ? 0 : folder.split("/").length;
}

/**
 * Modules in the order of their paths. Of files that have one name for imports, or declare one service, the first of the
 * module with the most files stays.
 */
function modulesOf(
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
  const kept = new Map<string, string>();
  const copies: string[] = [];
  for (const [path, root] of sorted) {
    const own = [root === "." ? path : path.slice(root.length + 1), ...(services.get(path) ?? [])];
    if (own.some((name) => names.has(name))) copies.push(path);
    else kept.set(path, root);
    for (const name of own) names.add(name);
  }
  // A module leaves out folders and no files.
  const copied = [...new Set(copies.map((path) => posix.dirname(path)))];
  const beside = copies.flatMap((copy) =>
    [...kept]
      .filter(([path, root]) => root === chosen.get(copy) && isBelow(path, posix.dirname(copy)))
      .map(([path]) => path),
  );
  for (const path of beside) kept.delete(path);
  const roots = [...new Set(kept.values())].sort();
  return {
    copies: copies.sort(),
    beside: [...new Set(beside)].sort(),
    roots: roots.map((path) => ({
      path,
      excludes: [...new Set([...roots, ...copied])]
        .filter((other) => other !== path && isBelow(other, path))
        .filter(
          (other) =>
            nearestRoot(
              `${other}/`,
              roots.filter((root) => root !== other),
            ) === path,
        )
        .sort(),
    })),
  };
}
