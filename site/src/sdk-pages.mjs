import { readFile, mkdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { renderDocs } from "protoc-gen-stratus";

/**
 * Finds a package: a folder, or the name of one that is installed here.
 * @param {string} named
 * @returns {Promise<{ readonly folder: string, readonly manifest: Record<string, any> }>}
 */
export async function findPackage(named) {
  const folder = existsSync(join(named, "package.json")) ? resolve(named) : installed(named);
  return { folder, manifest: JSON.parse(await readFile(join(folder, "package.json"), "utf8")) };
}

/** @param {string} name */
function installed(name) {
  try {
    return dirname(createRequire(resolve("package.json")).resolve(`${name}/package.json`));
  } catch {
    throw new Error(`${name} is neither a folder with a package.json nor a package that is installed here`);
  }
}

/**
 * Writes the pages of a package into a folder, made of its guide.
 *
 * @param {{ readonly folder: string, readonly manifest: Record<string, any> }} found
 * @param {string} out
 * @returns {Promise<{ readonly readme: string, readonly pages: readonly import("./make-site.mjs").Page[] }>}
 */
export async function writePages({ folder, manifest }, out) {
  const { guide, modules } = await loadGuide(folder, manifest);
  const files = await renderDocs(guide, modules);
  for (const [path, text] of files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), text);
  }
  const pages = [...files.keys()].filter((path) => path !== "docs/README.md");
  return {
    readme: join(out, "docs/README.md"),
    pages: pages.map((path) => {
      const group = dirname(path).replace(/^docs\/?/, "") || "API";
      const id = path
        .replace(/^docs\//, "")
        .replace(/\.md$/, "")
        .replaceAll("/", "-");
      return {
        file: join(out, path),
        group,
        id,
        ...(path.endsWith("/types.md") && { title: `Types of ${group}` }),
      };
    }),
  };
}

/**
 * @param {string} folder
 * @param {Record<string, any>} manifest
 */
async function loadGuide(folder, { name, exports = {} }) {
  const entry = exports["./guide"]?.default?.default;
  if (entry === undefined)
    throw new Error(`${name} has no guide: generate it with guide=true, or with --guide of stratus openapi`);
  const file = join(folder, entry);
  if (!existsSync(file))
    throw new Error(`${name} is not built, ${entry} is missing: build it first (npm run build)`);
  return import(pathToFileURL(file).href);
}
