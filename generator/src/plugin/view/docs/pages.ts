/**
 * The documentation of an SDK: a page for each service and for the types of each proto package, an index, and the
 * files that language models read. It reads the guide and nothing else; whatever comments of protos hold is prose.
 */
import type { CompleteGuide } from "../../../kit/complete-guide.js";
import type { Page } from "../../../kit/render/page.js";
import { type DocsSource, readDocsSource } from "./docs-source.js";
import type { DocsPackage } from "./docs-package.js";
import { indexPage } from "./index-page.js";
import { llmsPage } from "./llms-page.js";
import { servicePage } from "./service-page.js";
import { serviceText } from "./service-text.js";
import { typesPage } from "./types-page.js";

/** The pages of a documentation, and those of the texts that language models read. */
export interface DocsPages {
  readonly pages: readonly Page[];
  /** The texts of services for language models. A long one continues in other files. */
  readonly texts: readonly Page[];
}

/**
 * Lists the pages of a package by its guide.
 * @param example Full name of the service that `llms.txt` shows; undefined for the one that shows most.
 */
export function docsPages(guide: CompleteGuide, example: string | undefined): DocsPages {
  const from = readDocsSource(guide);
  return {
    pages: [
      indexPage(from),
      ...from.packages.flatMap((one) => packagePages(one, from)),
      llmsPage(from, example),
    ],
    texts: from.packages.flatMap((one) => one.services.map((service) => serviceText(service, one, from))),
  };
}

function packagePages(one: DocsPackage, from: DocsSource): readonly Page[] {
  return [...one.services.map((service) => servicePage(service, one, from)), typesPage(one, from)];
}
