import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type GuideModules, isGuide } from "@stratus/runtime/guide";
import { UsageError } from "../text/usage-error.js";
import { declaredPackages } from "./declared-packages.js";
import { Sdk } from "./sdk.js";

/**
 * Finds an installed SDK and reads the index of its guide. It installs nothing and contacts no registry.
 *
 * @param name The name of the package, or the path of its folder.
 * @param folder The folder from which the name or path is resolved.
 * @throws A UsageError if the package is missing, or has no guide, a guide of an unsupported version, or no clients.
 */
export async function findSdk(name: string, folder: string): Promise<Sdk> {
  const place = locatePackage(name, folder);
  const module = await loadGuideModule(name, place, folder);
  const { guide, modules } = module;
  if (!isGuide(guide)) throw new UsageError("PACKAGE_INVALID", unsupportedVersion(name, guide));
  if (!guide.session || guide.services.length === 0) {
    throw new UsageError(
      "PACKAGE_INVALID",
      `${name} has no clients to call; generate it without codec=none and clients=false`,
    );
  }
  const { name: packageName } = place;
  const load = async (entry: string): Promise<Record<string, unknown>> =>
    import(pathToFileURL(place.resolve(entry === "." ? packageName : packageName + entry.slice(1))).href);
  const own = packageFolder(place);
  const loadRuntime = async (entry: string): Promise<Record<string, unknown>> => {
    const { runtime } = guide.package;
    if (runtime === undefined || own === undefined)
      throw new UsageError("PACKAGE_INVALID", `${name} has no runtime that could load ${entry}`);
    // The one that the package itself imports.
    return import(
      pathToFileURL(createRequire(join(own, "package.json")).resolve(`${runtime}/${entry}`)).href
    );
  };
  return new Sdk({
    guide,
    loadRuntime,
    session: guide.session,
    modules: modules as GuideModules,
    load,
    folder: own,
  });
}

/** The name of a package and a function that resolves its entry points. */
interface PackageLocation {
  readonly name: string;
  readonly resolve: (entry: string) => string;
}

function locatePackage(name: string, folder: string): PackageLocation {
  const path = resolve(folder, name);
  const manifest = join(path, "package.json");
  const isPath = isAbsolute(name) || /^\.{1,2}(?:[/\\]|$)/.test(name);
  const resolver = createRequire(join(resolve(folder), "program.js"));
  // A bare word that nobody has installed may be a folder beside.
  const isInstalled = (resolver.resolve.paths(name) ?? []).some((one) => existsSync(join(one, name)));
  if (!isPath && (isInstalled || !existsSync(manifest))) return { name, resolve: resolver.resolve };
  try {
    const { name: own } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly name?: unknown };
    // A package may import itself by its name.
    return { name: String(own), resolve: createRequire(manifest).resolve };
  } catch {
    throw new UsageError("PACKAGE_MISSING", `${name} is not a package folder: cannot read ${manifest}`);
  }
}

async function loadGuideModule(
  name: string,
  place: PackageLocation,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> {
  let file: string;
  try {
    file = place.resolve(`${place.name}/guide`);
  } catch (error) {
    throw new UsageError("PACKAGE_MISSING", await resolutionError(name, place, folder, error));
  }
  return import(pathToFileURL(file).href);
}

async function resolutionError(
  name: string,
  place: PackageLocation,
  folder: string,
  error: unknown,
): Promise<string> {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED") return `${name} has no guide; generate it with guide=true`;
  if (packageFolder(place) !== undefined) return `${name} is not built; run \`npm run build\` in its folder`;
  const declared = declaredPackages(resolve(folder));
  if (declared.has(place.name))
    return `${name} is not installed; package.json names it, so run \`npm install\``;
  const { nearestName } = await import("@stratus/convention/name");
  const nearest = nearestName(name, [...declared]);
  const meant = nearest === undefined ? "" : `did you mean ${nearest}? Otherwise `;
  return `${name} is not installed here, and no package.json names it; ${meant}pass the path of its folder (./...)`;
}

function packageFolder({ name, resolve: find }: PackageLocation): string | undefined {
  try {
    return dirname(find(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

function unsupportedVersion(name: string, guide: unknown): string {
  const has =
    typeof guide === "object" && guide !== null && "version" in guide ? String(guide.version) : "unknown";
  return `the guide of ${name} has version ${has}, but this program supports version 1; update the program`;
}
