import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Finds links within a folder of HTML that lead nowhere: to no file, or to no element of one.
 * @param {string} folder
 * @returns {{ readonly links: number, readonly dead: readonly string[] }} How many links there are, and those.
 */
export function checkLinks(folder) {
  const pages = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, /\.(?:html|svg)$/.test(path) ? readPage(path) : undefined]),
  );
  const dead = [];
  let links = 0;
  for (const [path, page] of pages) {
    for (const href of page?.hrefs ?? []) {
      links++;
      const [file, anchor = ""] = href.split("#");
      const named = file === "" ? path : join(dirname(path), decodeURIComponent(file));
      const target = named.endsWith("/") ? `${named}index.html` : named;
      // A site beside this one, of another version.
      if (relative(folder, target).startsWith("..")) continue;
      const isThere =
        pages.has(target) && (anchor === "" || pages.get(target)?.ids.has(decodeURIComponent(anchor)));
      if (!isThere) dead.push(`${relative(folder, path)}: ${href}`);
    }
  }
  return { links, dead };
}

/** @param {string} path */
function readPage(path) {
  const text = readFileSync(path, "utf8");
  const valuesOf = (name) =>
    [...text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value]) =>
      value.replaceAll("&amp;", "&"),
    );
  return {
    hrefs: new Set(valuesOf("href").filter((href) => !/^[a-z]+:/.test(href))),
    ids: new Set(valuesOf("id")),
  };
}
