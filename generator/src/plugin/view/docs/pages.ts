/**
 * The documentation of an SDK: a page for each service and for the types of each proto package, an index, and the
 * files that language models read. It reads the guide and nothing else; whatever comments of protos hold is prose.
 */
import type { CompleteGuide } from "../../../kit/complete-guide.js";
import type { Page } from "../../../kit/render/page.js";
import { type DocsSource, readDocsSource } from "./docs-source.js";
import type { DocsPackage } from "./docs-package.js";
import { indexPage } from "./index-page.js";
import { fullPath, llmsPage } from "./llms-page.js";
import { servicePage } from "./service-page.js";
import { typesPage } from "./types-page.js";

/** The pages of a documentation, and those of the texts that language models read. */
export interface DocsPages {
  readonly pages: readonly Page[];
  /** The pages of each proto package, with links from the folder of the text that joins them. */
  readonly full: readonly { readonly path: string; readonly pages: readonly Page[] }[];
}

/**
 * Lists the pages of a package by its guide.
 * @param example Full name of the service that `llms.txt` shows; undefined for the one that shows most.
 */
export function docsPages(guide: CompleteGuide, example: string | undefined): DocsPages {
  const source = readDocsSource(guide);
  const from = { ...source, folder: undefined };
  return {
    pages: [
      indexPage(from),
      ...from.packages.flatMap((one) => packagePages(one, from)),
      llmsPage(from, example),
    ],
    full: from.packages.map((one) => ({
      path: fullPath(one),
      pages: packagePages(one, { ...source, folder: "llms" }),
    })),
  };
}

function packagePages(one: DocsPackage, from: DocsSource): readonly Page[] {
  return [...one.services.map((service) => servicePage(service, one, from)), typesPage(one, from)];
}
