import type { Api } from "../../model/api.js";
import type { Guide } from "../../model/guide.js";
import type { Options } from "../../options.js";
import type { Layout } from "../modules.js";
import type { Places } from "./places.js";

/** What the pages of a documentation are made of. */
export interface DocsSource {
  readonly api: Api;
  readonly guide: Guide;
  readonly places: Places;
  readonly options: Options;
  readonly layout: Layout;
  /** Folder from which links go; undefined for that of each page. */
  readonly folder: string | undefined;
}
