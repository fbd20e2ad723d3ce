import { withoutExtension } from "./module.js";

/** Files by their paths from the top of a package. */
export type Files = ReadonlyMap<string, string>;

/** An entry point of a package, and the file that it is. */
export interface EntryFile {
  readonly path: string;
  readonly file: string;
}

/**
 * The entry points of a package: what `exports` of its package.json names, and the sources of it where they are
 * there. Sources without a package have one for each `index`, and the modules at the top that no index exports.
 */
export function findEntryFiles(files: Files): readonly EntryFile[] {
  const manifest = files.get("package.json");
  const entries = manifest === undefined ? entriesOfFolder(files) : entriesOfManifest(manifest, files);
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOfManifest(manifest: string, files: Files): readonly EntryFile[] {
  const { exports } = JSON.parse(manifest) as { readonly exports?: unknown };
  if (typeof exports !== "object" || exports === null) return entriesOfFolder(files);
  return Object.entries(exports).flatMap(([path, target]) => {
    const built = targetOf(target);
    const file = built === undefined ? undefined : fileOf(built.replace(/^\.\//, ""), files);
    return file === undefined ? [] : [{ path, file }];
  });
}

function targetOf(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (typeof target !== "object" || target === null) return undefined;
  const { types, default: otherwise } = target as { readonly types?: unknown; readonly default?: unknown };
  return targetOf(types) ?? targetOf(otherwise);
}

/** The source of what is built into dist, or what is built where the package has no sources. */
function fileOf(built: string, files: Files): string | undefined {
  const place = withoutExtension(built);
  if (place === built) return undefined;
  const candidates = [`${place.replace(/^dist\//, "src/")}.ts`, `${place}.ts`, `${place}.d.ts`];
  return candidates.find((one) => files.has(one));
}

const atTop = new Set(["services.ts", "descriptors.ts"]);

function entriesOfFolder(files: Files): readonly EntryFile[] {
  return [...files.keys()].flatMap((file) => {
    if (atTop.has(file)) return [{ path: `./${withoutExtension(file)}`, file }];
    const [, folder, server] = /^(?:(.*)\/)?index(\.server)?\.ts$/.exec(file) ?? [];
    if (!/(?:^|\/)index(?:\.server)?\.ts$/.test(file)) return [];
    const steps = [".", ...(folder === undefined ? [] : [folder]), ...(server ? ["server"] : [])];
    return [{ path: steps.join("/"), file }];
  });
}
