import type { FindLink } from "../../../kit/code/code.js";
import { type DocsPackage, simpleName } from "./docs-package.js";
import { decidePageNames } from "./page-names.js";

/** The places of the pages of an SDK's documentation, from the top of its package. */
export interface Places {
  readonly index: string;
  /** The page of a service, by its full name. */
  service(name: string): string;
  /** The text of a service for language models, by its full name. */
  textOf(name: string): string;
  /** The types of a proto package. */
  types(packageName: string): string;
  /** Path of the entry that exports a type, by the type's full name: `common/v1`. */
  entryOf(name: string): string | undefined;
  /** The proto file that declares a service or a type, by its full name. */
  sourceOf(name: string): string | undefined;
  /** Links to elements by their full names, for a page of a folder. */
  linksFrom(folder: string): FindLink;
}

/** Folder of a page. */
export function pageFolder(page: string): string {
  return page.split("/").slice(0, -1).join("/");
}

/** The way from a folder to a page. */
export function relativeLink(folder: string, page: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = page.split("/");
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/");
}

/** Decides where every page is, and where on it each type and method. */
export function findPlaces(packages: readonly DocsPackage[], sources: ReadonlyMap<string, string>): Places {
  const names = decidePageNames(packages);
  const pages = new Map<string, string>();
  const typePages = new Map<string, string>();
  const elements = new Map<string, string>();
  const entries = new Map<string, string>();
  for (const { name, directory, services, messages, enums } of packages) {
    const typePage = `docs/${directory}/types.md`;
    typePages.set(name, typePage);
    for (const service of services) {
      const page = `docs/${directory}/${names.get(service.name) ?? ""}.md`;
      pages.set(service.name, page);
      elements.set(service.name, page);
      const anchors = createAnchors(simpleName(service.name));
      for (const method of service.methods)
        elements.set(`${service.name}.${method.rpc}`, `${page}#${anchors(method.local)}`);
    }
    const anchors = createAnchors("Types");
    for (const [typeName, { type = "" }] of [...messages, ...enums]) {
      elements.set(typeName, `${typePage}#${anchors(type)}`);
      entries.set(typeName, directory);
    }
  }
  return {
    index: "docs/README.md",
    service: (name) => pages.get(name) ?? "",
    textOf: (name) => (pages.get(name) ?? "").replace(/^docs(.*)\.md$/, "llms$1.txt"),
    types: (packageName) => typePages.get(packageName) ?? "",
    entryOf: (name) => entries.get(name),
    sourceOf: (name) => sources.get(name),
    linksFrom: (folder) => (fullName) => {
      const name = fullName.replace(/^\./, "");
      // A field or a value of an enum stands with its type.
      const place = elements.get(name) ?? elements.get(name.replace(/\.\w+$/, ""));
      return place === undefined ? undefined : relativeLink(folder, place);
    },
  };
}

/**
 * Returns the anchors of the headings of a page, as GitHub and others create them: small letters without punctuation,
 * and a number for a repeated heading. Headings must be passed in their order.
 * @param title The heading at the top of the page.
 */
function createAnchors(title: string): (heading: string) => string {
  const counts = new Map<string, number>();
  const take = (heading: string): string => {
    const plain = heading.toLowerCase().replaceAll(/[^\w-]/g, "");
    let anchor = plain;
    while (counts.has(anchor)) {
      const count = (counts.get(plain) ?? 0) + 1;
      counts.set(plain, count);
      anchor = `${plain}-${count}`;
    }
    counts.set(anchor, 0);
    return anchor;
  };
  take(title);
  return take;
}
