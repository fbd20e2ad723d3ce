import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exampleCommands } from "@stratus/cli";
import MiniSearch from "minisearch";
import type { GuideService } from "@stratus/runtime/guide";
import { DocsError } from "./docs-error.js";
import { loadGuidePackage, type GuidePackage } from "./guide-package.js";
import { createHighlight } from "./markdown/highlight.js";
import { readPage } from "./markdown/read-page.js";
import { linkResolver, type DeadLink } from "./page/resolve-link.js";
import type { SitePage } from "./page/site-page.js";
import { writePage } from "./page/write-page.js";
import { searchEntries } from "./search/search-entries.js";
import { indexOptions } from "./search/search-options.js";

/** What the site is made of. */
export interface SiteOptions {
  /** A folder with a generated package, or the name of one that is installed in the current folder. */
  readonly package: string;
  /** The folder of the site, which is replaced. */
  readonly out: string;
  /** Paths of Markdown files that become pages of the site. */
  readonly pages?: readonly string[];
  /** Addresses of the sites of other versions, by their names. */
  readonly versions?: ReadonlyMap<string, string>;
}

/** A site that was written. */
export interface WrittenSite {
  readonly pages: number;
  /** Links that lead nowhere. Their text is shown without a link. */
  readonly deadLinks: readonly DeadLink[];
}

/**
 * Writes the documentation of a package as a static site. It needs no server and asks no other host.
 *
 * @throws DocsError if the package has no guide or is not built, or a page does not begin with a heading
 */
export async function writeSite({
  package: named,
  out,
  pages: own = [],
  versions = new Map(),
}: SiteOptions): Promise<WrittenSite> {
  const found = await loadGuidePackage(named);
  const pages = [...(await apiPages(found)), ...(await Promise.all(own.map((path) => ownPage(path))))];
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const twice = pages.find((page) => bySource.get(page.source) !== page);
  if (twice)
    throw new DocsError("PAGE_DUPLICATE", `Two pages have the path ${twice.source}. Rename one of the files`);
  const services = servicePages(found, pages);
  const parts = {
    frame: { name: found.name, version: found.version, pages, versions },
    highlight: await createHighlight(),
    services,
    commands: services.size > 0 ? await exampleCommands(named, `npx @stratus/cli ${found.name}`) : new Map(),
    messages: new Map(found.files.flatMap((file) => Object.entries(file.messages))),
  };
  const deadLinks: DeadLink[] = [];
  await rm(out, { recursive: true, force: true });
  for (const page of pages) {
    const text = writePage(page, parts, linkResolver(page, bySource, deadLinks));
    await mkdir(dirname(join(out, page.path)), { recursive: true });
    await writeFile(join(out, page.path), text);
  }
  const index = new MiniSearch(indexOptions);
  index.addAll(searchEntries(pages, services, errorNames(found)));
  // A script and not JSON, because a page that is opened from a file cannot read other files.
  await writeFile(
    join(out, "search-index.js"),
    `stratusSearchIndex = ${JSON.stringify(JSON.stringify(index))};\n`,
  );
  for (const asset of ["site.css", "site.js"])
    await copyFile(fileURLToPath(new URL(`../dist/assets/${asset}`, import.meta.url)), join(out, asset));
  return { pages: pages.length, deadLinks };
}

/** The function of the generator that renders pages in Markdown. Its command loads this package, and not the reverse. */
interface GeneratorModule {
  readonly renderDocs: (
    guide: GuidePackage["guide"],
    modules: GuidePackage["modules"],
  ) => Promise<ReadonlyMap<string, string>>;
}

const generatorPackage = "protoc-gen-stratus";

/** The pages of the API, from its guide. */
async function apiPages({ guide, modules }: GuidePackage): Promise<readonly SitePage[]> {
  const { renderDocs } = (await import(generatorPackage)) as GeneratorModule;
  const files = await renderDocs(guide, modules);
  return [...files].map(([path, text]) => {
    const source = path.replace(/^docs\//, "");
    const content = readPage(text, path);
    if (source === "README.md") return { source, path: "index.html", group: "", name: "Overview", content };
    const group = dirname(source);
    return { source, path: source.replace(/\.md$/, ".html"), group, name: content.title, content };
  });
}

async function ownPage(path: string): Promise<SitePage> {
  const content = readPage(await readFile(path, "utf8"), path);
  const source = basename(path);
  return { source, path: source.replace(/\.md$/, ".html"), group: "Guides", name: content.title, content };
}

/** The services by the paths of their pages. */
function servicePages(
  { files }: GuidePackage,
  pages: readonly SitePage[],
): ReadonlyMap<string, GuideService> {
  const byPlace = new Map(
    files.flatMap(({ entry, services }) =>
      services.map((service) => [`${entry.replace("./", "")}/${simpleName(service.name)}`, service] as const),
    ),
  );
  return new Map(
    pages.flatMap(({ source, group, content }) => {
      const service = byPlace.get(`${group}/${content.title}`);
      return service ? [[source, service] as const] : [];
    }),
  );
}

function errorNames({ guide }: GuidePackage): ReadonlySet<string> {
  const names = "session" in guide ? (guide.session?.serviceErrors ?? []) : [];
  return new Set(names.map((name) => simpleName(name)));
}

/** `DiskService` of `svc.compute.v1.DiskService`. */
function simpleName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf(".") + 1);
}
