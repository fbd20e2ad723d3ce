import { existsSync, readFileSync, readdirSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const extension = ".hbs";

/** The folder that the build copies the templates to, and the one that they are written in. */
const places = ["../../templates/", "../../../../templates/"];

/** The texts of the package's own templates, by name. */
export function readTemplateTexts(): ReadonlyMap<string, string> {
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const folder = folders.find((one) => existsSync(one));
  if (folder === undefined) {
    throw new Error(`the templates of the generator are missing; looked in ${folders.join(" and ")}`);
  }
  return readTexts(folder);
}

function readTexts(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
      .map((entry) => `${entry.parentPath}${sep}${entry.name}`)
      .map((path): [string, string] => [templateName(relative(folder, path)), readFileSync(path, "utf8")])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function templateName(path: string): string {
  return path.split(sep).join("/").slice(0, -extension.length);
}
