/**
 * The documentation of an SDK: a page for each service and for the types of each proto package, an index, and the
 * two files that language models read. It says what the model knows; whatever comments of protos hold is prose.
 */
import type { Api } from "../../model/api.js";
import type { Guide } from "../../model/guide.js";
import type { Options } from "../../options.js";
import type { Page } from "../../../kit/render/page.js";
import { layoutOf } from "../modules.js";
import { indexPage, llmsPage } from "./index-page.js";
import { findPlaces } from "./places.js";
import type { DocsSource } from "./docs-source.js";
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

/** Lists the pages. */
export function docsPages(api: Api, guide: Guide, options: Options): DocsPages {
  const parts = { api, guide, options, places: findPlaces(api, guide) };
  const from = { ...parts, layout: layoutOf(options) };
  return {
    pages: [...pagesFrom({ ...from, folder: undefined }), llmsPage({ ...from, folder: undefined })],
    full: pagesFrom({ ...from, folder: "" }),
  };
}

function pagesFrom(from: DocsSource): readonly Page[] {
  return [
    indexPage(from),
    ...from.api.packages.flatMap((one) => [
      ...one.files.flatMap((file) => file.services).map((service) => servicePage(service, one, from)),
      typesPage(one, from),
    ]),
  ];
}
