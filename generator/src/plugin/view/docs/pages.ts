/**
 * The documentation of an SDK: a page for each service and for the types of each proto package, an index, and the
 * two files that language models read. It reads the guide and nothing else; whatever comments of protos hold is prose.
 */
import type { WholeGuide } from "../../../kit/guide/whole.js";
import type { Page } from "../../../kit/render/page.js";
import { type DocsSource, readDocsSource } from "./docs-source.js";
import { indexPage, llmsPage } from "./index-page.js";
import { servicePage } from "./service-page.js";
import { typesPage } from "./types-page.js";

/** The pages of a documentation, and those of the one file that holds all of it. */
export interface DocsPages {
  readonly pages: readonly Page[];
  /** The same, with links from the top of the package, in the order in which they are read. */
  readonly full: readonly Page[];
}

/** The file that holds the whole documentation. */
export const fullPath = "llms-full.txt";

/** The whole documentation as one text, of the pages as they were rendered. */
export function fullText(pages: readonly string[]): string {
  const [mark = ""] = /^<!--.*-->\s+/.exec(pages[0] ?? "") ?? [];
  return mark + pages.map((text) => text.replace(/^<!--.*-->\s+/, "").trimEnd()).join("\n\n---\n\n");
}

/** Lists the pages of a package by its guide. */
export function docsPages(guide: WholeGuide): DocsPages {
  const from = readDocsSource(guide);
  return {
    pages: [...pagesFrom({ ...from, folder: undefined }), llmsPage({ ...from, folder: undefined })],
    full: pagesFrom({ ...from, folder: "" }),
  };
}

function pagesFrom(from: DocsSource): readonly Page[] {
  return [
    indexPage(from),
    ...from.packages.flatMap((one) => [
      ...one.services.map((service) => servicePage(service, one, from)),
      typesPage(one, from),
    ]),
  ];
}
