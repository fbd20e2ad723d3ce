import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Lists the packages that the projects around a folder depend on, by their package.json and package-lock.json. Only these
 * names are the user's own words; any other name on the registry may be somebody else's package.
 */
export function declaredPackages(folder: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = folder; ; at = dirname(at)) {
    const manifest = readJson(join(at, "package.json"));
    for (const key of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])
      for (const name of Object.keys(objectAt(manifest, key))) names.add(name);
    for (const path of Object.keys(objectAt(readJson(join(at, "package-lock.json")), "packages")))
      if (path.includes("node_modules/")) names.add(path.slice(path.lastIndexOf("node_modules/") + 13));
    if (dirname(at) === at) return names;
  }
}

function readJson(path: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function objectAt(json: object, key: string): object {
  const value = (json as Readonly<Record<string, unknown>>)[key];
  return typeof value === "object" && value !== null ? value : {};
}
