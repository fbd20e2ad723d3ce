import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));
/** Packages whose entry points have pages. */
const packages = ["generated/cloud", "runtime", "emulator"];

interface Pages {
  readonly listPages: (readme: string) => readonly { readonly files: readonly string[] }[];
}

interface EntryPoints {
  readonly findEntryPoints: (top: string, folders: readonly string[]) => ReadonlyMap<string, string>;
}

interface LinkCheck {
  readonly checkLinks: (folder: string) => { readonly links: number; readonly dead: readonly string[] };
}

describe("the documentation site", () => {
  it("has every page of docs/, each once, as README lists them", async () => {
    const { listPages } = (await import(join(top, "site/own/pages.mjs"))) as Pages;
    const listed = listPages(readFileSync(join(top, "README.md"), "utf8")).flatMap(({ files }) => files);
    const pages = readdirSync(join(top, "docs"), { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".md") && !/^(?:decisions|tutorials)\//.test(name));
    expect(listed.toSorted()).toEqual(pages.toSorted());
  });

  it("has every entry point of the packages, each by its own types", async () => {
    const { findEntryPoints } = (await import(join(top, "site/own/entry-points.mjs"))) as EntryPoints;
    const names = packages.flatMap((folder) => {
      const { name, exports } = JSON.parse(readFileSync(join(top, folder, "package.json"), "utf8"));
      const paths = Object.keys(exports).filter((path) => path !== "./package.json");
      return paths.map((path) => `${name}${path.slice(1)}`);
    });
    const found = findEntryPoints(top, packages);
    expect([...found.values()].toSorted()).toEqual(names.toSorted());
    expect([...found.keys()].filter((file) => !existsSync(file))).toEqual([]);
  });

  it("is refused where a link leads to no page, or to no place of one", async () => {
    const { checkLinks } = (await import(join(top, "site/src/check-links.mjs"))) as LinkCheck;
    const folder = await mkdtemp(join(tmpdir(), "stratus-site-"));
    try {
      const page =
        '<a href="b.html#here">1</a><a href="b.html#there">2</a><a href="c.html">3</a><a href="https://a.example">4</a>';
      await writeFile(join(folder, "a.html"), `${page}<a href="#own">5</a><p id="own"></p>`);
      await writeFile(join(folder, "b.html"), '<p id="here"></p>');
      expect(checkLinks(folder)).toEqual({ links: 4, dead: ["a.html: b.html#there", "a.html: c.html"] });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
