import type { Api, Service } from "../../model/api.js";
import type { Guide } from "../../model/guide.js";
import type { LinkOf } from "../../../kit/code/code.js";

/** Where the pages of an SDK's documentation are, from the top of its package. */
export interface Places {
  readonly index: string;
  service(service: Service): string;
  /** The types of a proto package. */
  types(packageName: string): string;
  /** Links to elements by their full names, for a page of a folder. */
  linksFrom(folder: string): LinkOf;
}

/** Folder of a page. */
export function folderOf(page: string): string {
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
export function findPlaces(api: Api, guide: Guide): Places {
  const pages = new Map<Service, string>();
  const typePages = new Map<string, string>();
  const elements = new Map<string, string>();
  for (const { name, directory, files } of api.packages) {
    typePages.set(name, `docs/${directory}/types.md`);
    for (const service of files.flatMap((file) => file.services)) {
      const page = `docs/${directory}/${guide.pages.get(service.typeName) ?? service.name}.md`;
      pages.set(service, page);
      elements.set(service.typeName, page);
      const anchors = createAnchors(service.name);
      for (const method of service.methods)
        elements.set(`${service.typeName}.${method.rpc}`, `${page}#${anchors(method.local)}`);
    }
  }
  const anchorsOf = new Map<string, (heading: string) => string>();
  for (const { typeName, packageName, type } of guide.types.values()) {
    const anchors = anchorsOf.get(packageName) ?? createAnchors("Types");
    anchorsOf.set(packageName, anchors);
    const page = typePages.get(packageName);
    if (page !== undefined) elements.set(typeName, `${page}#${anchors(type.name)}`);
  }
  return {
    index: "docs/README.md",
    service: (service) => pages.get(service) ?? "",
    types: (packageName) => typePages.get(packageName) ?? "",
    linksFrom: (folder) => (fullName) => {
      const name = fullName.replace(/^\./, "");
      // A field or a value of an enum stands with its type.
      const place = elements.get(name) ?? elements.get(name.replace(/\.\w+$/, ""));
      return place === undefined ? undefined : relativeLink(folder, place);
    },
  };
}

/**
 * Anchors of the headings of a page, as GitHub and others make them: small letters without punctuation, and a
 * number where there was one like it before. Headings must be asked for in their order.
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
