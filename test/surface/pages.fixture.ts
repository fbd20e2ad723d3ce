import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiPage } from "../../generator/src/surface/api-page.js";
import { filesBelow } from "../../generator/src/surface/files.fixture.js";
import { readSurface } from "../../generator/src/surface/read-surface.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Where a package has its page. */
export const pageOf = (folder: string): string => join(top, folder, "api.md");

/**
 * The page of what a package of this repository exports, from its built declarations. An entry point that passes all of
 * another on says so, so that a change of one name is one line.
 */
export function printPage(folder: string): string {
  const { name, exports } = JSON.parse(readFileSync(join(top, folder, "package.json"), "utf8")) as Manifest;
  const built = Object.fromEntries(
    Object.entries(exports).map(([path, target]) => [path, builtFrom(target)]),
  );
  const manifest = JSON.stringify({ name, exports: built });
  const entries = new Map(Object.entries(built).map(([path, file]) => [file, path.replace(/^\./, name)]));
  const files = [...filesBelow(join(top, folder, "dist"))].map(([path, text]): [string, string] => [
    `dist/${path}`,
    passingOn(text, entries),
  ]);
  const surface = readSurface({ label: name, files: new Map([["package.json", manifest], ...files]) });
  return apiPage(surface, { packageName: name, writer: "`npm run api`" });
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly "stratus-source"?: string }>>;
}

/** The module of `dist` that mirrors the source of an entry point. */
function builtFrom(target: Manifest["exports"][string]): string {
  const file = typeof target === "string" ? target : (target["stratus-source"] ?? "");
  return file.replace(/^\.\/src\/(.*)\.ts$/, "./dist/$1.js");
}

/** The text of a module at the top of a package, with entry points that it passes on under their public names. */
function passingOn(text: string, entries: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /^(export (?:type )?\* from )"\.\/(.*)\.js"/gm,
    (whole, start: string, module: string) => {
      const entry = entries.get(`./dist/${module}.js`);
      return entry === undefined ? whole : `${start}"${entry}"`;
    },
  );
}
