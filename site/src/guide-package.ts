import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Guide, GuideFile, GuideModules } from "@stratus/runtime/guide";
import { DocsError } from "./docs-error.js";

/** A generated package with its guide. */
export interface GuidePackage {
  readonly name: string;
  readonly version: string;
  readonly guide: Guide;
  readonly modules: GuideModules;
  readonly files: readonly GuideFile[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, { readonly default?: { readonly default?: string } }>>;
}

/**
 * Loads the guide of a package.
 *
 * @param named a folder, or the name of a package that is installed in the current folder
 * @throws DocsError if there is no such package, or it has no guide, or it is not built
 */
export async function loadGuidePackage(named: string): Promise<GuidePackage> {
  const folder = existsSync(join(named, "package.json")) ? resolve(named) : installedFolder(named);
  const {
    name,
    version,
    exports = {},
  } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
  const entry = exports["./guide"]?.default?.default;
  if (entry === undefined)
    throw new DocsError("GUIDE_MISSING", `${name} has no guide. Generate it with the option guide=true`);
  const file = join(folder, entry);
  if (!existsSync(file))
    throw new DocsError(
      "PACKAGE_NOT_BUILT",
      `${name} is not built: ${entry} is missing. Run npm run build in its folder`,
    );
  const { guide, modules } = (await import(pathToFileURL(file).href)) as {
    readonly guide: Guide;
    readonly modules: GuideModules;
  };
  const files = await Promise.all(Object.values(modules).map(async (load) => (await load()).file));
  return { name, version, guide, modules, files };
}

function installedFolder(name: string): string {
  try {
    return dirname(createRequire(resolve("package.json")).resolve(`${name}/package.json`));
  } catch {
    throw new DocsError(
      "PACKAGE_MISSING",
      `${name} is neither a folder with a package.json nor a package that is installed here`,
    );
  }
}
