import type { Options } from "minisearch";
import type { EntryKind, SearchEntry } from "./search-entries.js";

/** How the index is made, and read by the page. */
export const indexOptions: Options<SearchEntry> = {
  fields: ["title", "words", "text"],
  storeFields: ["kind", "title", "text", "url"],
  searchOptions: {
    boost: { words: 4, title: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: "AND",
    // A name as it is written is what was looked for.
    boostDocument: (_, term, stored) =>
      (weights[stored?.["kind"] as EntryKind] ?? 1) *
      (String(stored?.["title"]).toLowerCase() === term ? 5 : 1),
  },
};

const weights: Readonly<Record<EntryKind, number>> = {
  method: 4,
  service: 3,
  error: 2,
  page: 2,
  type: 1.5,
  field: 1,
  value: 1,
};
