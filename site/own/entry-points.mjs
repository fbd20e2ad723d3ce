import { readFileSync } from "node:fs";

/**
 * The entry points of packages by their sources.
 * @param {string} top Path of the repository.
 * @param {readonly string[]} folders Of packages.
 * @returns {Map<string, string>} Names that programs import, by paths of files.
 */
export function findEntryPoints(top, folders) {
  return new Map(
    folders.flatMap((folder) => {
      const { name, exports } = JSON.parse(readFileSync(`${top}${folder}/package.json`, "utf8"));
      return Object.entries(exports).flatMap(([path, target]) => {
        // By its types: two entries may load one file, and each has its own names.
        const built = findTypes(target);
        if (built.endsWith(".json")) return [];
        const source = built.replace(/^\.\/dist\/(?:types\/)?(.*?)(?:\.d)?\.m?[jt]s$/, "src/$1.ts");
        return [[`${top}${folder}/${source}`, `${name}${path.slice(1)}`]];
      });
    }),
  );
}

/** The path of the types that the conditions of an entry point lead to. */
function findTypes(target) {
  if (typeof target === "string") return target;
  return target.types ?? findTypes(target.default);
}
