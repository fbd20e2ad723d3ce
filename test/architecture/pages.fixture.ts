import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** A text file of the repository. */
export interface TextFile {
  /** Path from the top of the repository, with `/` between folders. */
  readonly path: string;
  readonly text: string;
}

const left = /^(?:node_modules|dist|dist-packages|\.git|\.generated|expected|expected-messages|snapshots)$/;

/** Pages that a package carries when it is packed. */
const isCopied = (path: string): boolean =>
  /^(?:cli|emulator|generator|mcp|runtime)\/docs$/.test(relative(top, path).split(sep).join("/"));

/** The files of the repository with one of these extensions, without what is installed, built, expected output, or written by `stratus release`. */
export function filesOf(...extensions: readonly string[]): TextFile[] {
  const below = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return left.test(entry.name) || isCopied(path) ? [] : below(path);
      if (entry.name === "CHANGELOG.md") return [];
      return extensions.some((extension) => entry.name.endsWith(extension)) ? [path] : [];
    });
  return below(top)
    .map((path) => ({ path: relative(top, path).split(sep).join("/"), text: readFileSync(path, "utf8") }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether there is such a file or folder in the repository. */
export function isThere(path: string): boolean {
  return existsSync(join(top, path));
}

/** The text with comments on one line each, so that a citation may be broken anywhere. */
export function unwrapped(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, " ");
}

/** The headings of a page, as links name them. */
export function anchorsOf(text: string): Set<string> {
  const titles = [...withoutCode(text).matchAll(/^#{1,6} +(.*?) *$/gm)].map(([, title = ""]) => title);
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  return new Set([...titles.map(anchorOf), ...ids]);
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** A page without its blocks of code, in which nothing is a heading or a link. */
export function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, "");
}

/** Relative links of a page that lead nowhere: to no file, or to no heading of it. */
export function brokenLinks({ path, text }: TextFile): string[] {
  const links = [...withoutCode(text).matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = join(dirname(path), file);
    if (file !== "" && !isThere(target)) return true;
    const page = file === "" ? text : readFileSync(join(top, target), "utf8");
    return anchor !== undefined && !anchorsOf(page).has(anchor);
  });
}
