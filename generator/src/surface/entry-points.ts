import { posix } from "node:path";
import { readManifest, type SdkFiles } from "./sdk-files.js";

/** Files by their paths from the top of a package. */
export type Files = ReadonlyMap<string, string>;

/** An entry point of a package. */
export interface EntryPoint {
  readonly path: string;
  /** Its module, without extension. */
  readonly module: string;
}

/**
 * The entry points of a package: what `exports` of its package.json names, read from the sources where they are
 * there. Sources without a package have one for each `index`, and the modules at the top that no index exports.
 */
export function findEntryPoints(sdk: SdkFiles): readonly EntryPoint[] {
  const { exports } = readManifest(sdk) ?? {};
  return exports === undefined ? entryPointsOfFolder(sdk.files) : entryPointsOfManifest(exports, sdk.files);
}

/** The file of a module: its source, else its declarations. */
export function findFile(module: string, files: Files): string | undefined {
  return [`${module}.ts`, `${module}.d.ts`].find((file) => files.has(file));
}

/** Returns the module at a path of a package, with an extension or without; undefined if it does not exist. */
export function moduleAt(path: string, files: Files): string | undefined {
  const stem = path.replace(/(?:\.d)?\.[mc]?[jt]s$/, "");
  return [stem, path, `${path}/index`].find((one) => findFile(one, files) !== undefined);
}

function entryPointsOfManifest(exports: object, files: Files): readonly EntryPoint[] {
  return Object.entries(exports).flatMap(([path, target]) => {
    const built = findTarget(target);
    if (built === undefined || !/\.[mc]?[jt]s$/.test(built)) return [];
    const place = posix.normalize(built);
    // Packages carry the sources that their `dist` was built from.
    const module =
      moduleAt(place.replace(/^dist\/(?:types\/|bundle\/)?/, "src/"), files) ?? moduleAt(place, files);
    return module === undefined ? [] : [{ path, module }];
  });
}

/** Returns the file of an entry point: that of its types, otherwise the module. Conditions may be nested. */
function findTarget(target: unknown): string | undefined {
  if (typeof target === "string") return target;
  if (typeof target !== "object" || target === null) return undefined;
  const conditions = target as Readonly<Record<string, unknown>>;
  const files = ["types", "import", "default", "require"].map((name) => findTarget(conditions[name]));
  return files.find((file) => file !== undefined);
}

function entryPointsOfFolder(files: Files): readonly EntryPoint[] {
  return [...files.keys()].flatMap((file) => {
    const [, module = ""] = /^(?:\.\/)?(.*?)(?:\.d)?\.ts$/.exec(file) ?? [];
    if (/^(?:services|descriptors)$/.test(module)) return [{ path: `./${module}`, module }];
    const [, folder, server] = /^(?:(.*)\/)?index(\.server)?$/.exec(module) ?? [];
    if (!/(?:^|\/)index(?:\.server)?$/.test(module)) return [];
    const steps = [".", ...(folder === undefined ? [] : [folder]), ...(server ? ["server"] : [])];
    return [{ path: steps.join("/"), module }];
  });
}
