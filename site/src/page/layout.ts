import { markup, type Markup } from "../markup.js";
import { plainText } from "../markdown/plain-text.js";
import { relativePath, type SitePage } from "./site-page.js";

/** The parts of the site that every page shows. */
export interface SiteFrame {
  /** Name and version of the package. */
  readonly name: string;
  readonly version: string;
  readonly pages: readonly SitePage[];
  /** Addresses of the sites of other versions, by their names. */
  readonly versions: ReadonlyMap<string, string>;
}

/** Pages load scripts and styles of the site alone, and no page of others can frame them by a form or a base. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Writes a whole page around its sections. */
export function writeLayout(
  page: SitePage,
  { name, version, pages, versions }: SiteFrame,
  sections: readonly Markup[],
): string {
  const to = (path: string): string => relativePath(page.path, path);
  const title = page.group === "" ? name : `${page.content.title} · ${name}`;
  const text = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <meta name="description" content="${describe(page, name)}" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${to("site.css")}" />
        <script src="${to("site.js")}" defer></script>
      </head>
      <body
        data-search="${to("search-index.js")}"
        data-root="${to("index.html").slice(0, -"index.html".length)}"
      >
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <button class="menu" type="button" aria-expanded="false" aria-controls="navigation">Menu</button>
          <a class="brand" href="${to("index.html")}">${name} <span>${version}</span></a>
          ${versions.size > 0 && markup`<nav class="versions" aria-label="Other versions">${[...versions].map(([label, url]) => markup`<a href="${/^https?:/.test(url) ? url : to("index.html").replace(/index\.html$/, url)}">${label}</a>`)}</nav>`}
          <button class="search" type="button" aria-keyshortcuts="/">Search <kbd>/</kbd></button>
          <button class="theme" type="button" aria-label="Theme: as the system">◐</button>
        </header>
        <div class="columns">
          <nav id="navigation" aria-label="Pages">${writeNavigation(page, pages, to)}</nav>
          <main id="content" tabindex="-1">${sections}</main>
        </div>
        <dialog class="search-dialog" aria-label="Search">
          <form method="dialog">
            <input
              type="search"
              aria-label="Search"
              autocomplete="off"
              spellcheck="false"
              placeholder="create instance"
            /><button>Close</button>
          </form>
          <p role="status"></p>
          <ol></ol>
        </dialog>
      </body>
    </html>`;
  return text.toString();
}

/** What a page is about, for search engines: its first sentences. */
function describe({ content: { title, sections } }: SitePage, name: string): string {
  const first = sections.flatMap(({ content }) => content).find(({ type }) => type === "paragraph");
  return `${title} of ${name}. ${first ? plainText(first).slice(0, 140) : ""}`.trim();
}

function writeNavigation(
  page: SitePage,
  pages: readonly SitePage[],
  to: (path: string) => string,
): readonly Markup[] {
  const groups = new Map<string, SitePage[]>();
  for (const one of pages) {
    if (one.group !== "") groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  }
  const link = (one: SitePage): Markup =>
    markup`<li>
      <a href="${to(one.path)}" ${one === page && markup` aria-current="page"`}>${one.name}</a
      >${one === page && writeContents(one)}
    </li>`;
  // Groups without services, such as common types, come last.
  const sorted = [...groups].toSorted(([, one], [, other]) => isTypesOnly(one) - isTypesOnly(other));
  return sorted.map(
    ([group, inside]) =>
      markup`<h2>${group}</h2>
        <ul>
          ${inside.map((one) => link(one))}
        </ul>`,
  );
}

/** 1 for a group without services, and 0 for others. */
function isTypesOnly(pages: readonly SitePage[]): number {
  return Number(pages.every(({ source }) => source.endsWith("/types.md")));
}

/** The headings of the page that is shown. A page of types can have thousands, which the search finds better. */
function writeContents({ content: { sections } }: SitePage): Markup {
  const shown = sections.filter(({ depth }) => depth === 2).slice(0, 200);
  return markup`<ul>
    ${shown.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}
  </ul>`;
}
