import { type UpdateCase } from "./update-case.fixture.js";

/** What the server keeps, whatever is sent. The behaviours stand in {@link behaviors}. */
export const keptFields: readonly UpdateCase[] = [
  {
    title: "OUTPUT_ONLY fields and identifiers are kept against mask and value",
    before: { rules: { out: "o", id: "i", free: "f" } },
    request: { rules: { out: "changed", free: "g" } },
    mask: "rules.(out,id)",
    want: { rules: { out: "o", id: "i", free: "g" } },
  },
  {
    title: "an identifier keeps its value against another one",
    before: { rules: { id: "i" } },
    request: { rules: { id: "j" } },
    mask: "",
    want: { rules: { id: "i" } },
  },
  {
    title: "a new element takes its identifier and its immutable fields, and no output",
    before: {},
    request: { many_rules: [{ id: "new", fixed: "f", out: "ignored" }] },
    mask: "",
    want: { many_rules: [{ id: "new", fixed: "f" }] },
  },
  {
    title: "IMMUTABLE: absent is kept, named or not",
    before: { rules: { fixed: "f", fixed_pair: { b: "1" }, fixed_list: [{ b: "2" }] } },
    request: { rules: {} },
    mask: "rules.(fixed,fixed_pair,fixed_list)",
    want: { rules: { fixed: "f", fixed_pair: { b: "1" }, fixed_list: [{ b: "2" }] } },
  },
  {
    title: "IMMUTABLE: the same value passes",
    before: { rules: { fixed: "f", fixed_pair: { b: "1", c: "2" }, fixed_list: [{ b: "2" }] } },
    request: { rules: { fixed: "f", fixed_pair: { b: "1" }, fixed_list: [{ b: "2" }], free: "x" } },
    mask: "",
    want: { rules: { fixed: "f", fixed_pair: { b: "1", c: "2" }, fixed_list: [{ b: "2" }], free: "x" } },
  },
  {
    title: "an IMMUTABLE member of a oneof is kept, also when the oneof is named",
    before: { rules: { fixed_source: { b: "1" } } },
    request: { rules: {} },
    mask: "rules.source",
    want: { rules: { fixed_source: { b: "1" } } },
  },
  {
    title: "an OUTPUT_ONLY member of a oneof is kept against another member",
    before: { rules: { out_source: "o" } },
    request: { rules: { free_source: "f", free: "x" } },
    mask: "rules.source",
    want: { rules: { out_source: "o", free: "x" } },
  },
  {
    title: "a new element may have any member of a oneof that is not OUTPUT_ONLY",
    before: {},
    request: { many_rules: [{ fixed_source: { b: "1" } }, { free_source: "f" }, { out_source: "o" }] },
    mask: "",
    want: { many_rules: [{ fixed_source: { b: "1" } }, { free_source: "f" }, {}] },
  },
  {
    title: "in an element of a list, IMMUTABLE fields and identifiers are set as any other",
    before: {
      many_rules: [
        { id: "1", fixed: "a" },
        { id: "2", fixed: "b" },
      ],
    },
    request: { many_rules: [{ id: "2", fixed: "b", out: "ignored" }] },
    mask: "",
    want: { many_rules: [{ id: "2", fixed: "b" }] },
  },
  {
    title: "in an element of a list, IMMUTABLE fields and identifiers are cleared where the mask names them",
    before: { many_rules: [{ id: "1", fixed: "a", fixed_pair: { b: "1", c: "2" }, free: "f" }] },
    request: { many_rules: [{ fixed_pair: { b: "1" } }] },
    mask: "many_rules.0.(id,fixed,fixed_pair.c)",
    want: { many_rules: [{ fixed_pair: { b: "1" }, free: "f" }] },
  },
  {
    title: "in an element of a list, IMMUTABLE fields and identifiers that are neither sent nor named stay",
    before: { many_rules: [{ id: "1", fixed: "a", free: "f" }] },
    request: { many_rules: [{ free: "g" }] },
    mask: "",
    want: { many_rules: [{ id: "1", fixed: "a", free: "g" }] },
  },
  {
    title: "in an element of a list, an IMMUTABLE member of a oneof makes room for another",
    before: { many_rules: [{ fixed_source: { b: "1" } }] },
    request: { many_rules: [{ free_source: "f" }] },
    mask: "",
    want: { many_rules: [{ free_source: "f" }] },
  },
];

/** Updates that IMMUTABLE refuses, with the path that the error names. */
export const refusedChanges: readonly (Omit<UpdateCase, "want"> & { readonly path: string })[] = [
  {
    title: "another scalar",
    before: { rules: { fixed: "f" } },
    request: { rules: { fixed: "g" } },
    mask: "",
    path: "rules.fixed",
  },
  {
    title: "a scalar where none was",
    before: { rules: {} },
    request: { rules: { fixed: "g" } },
    mask: "",
    path: "rules.fixed",
  },
  {
    title: "a message with another field",
    before: { rules: { fixed_pair: { b: "1" } } },
    request: { rules: { fixed_pair: { b: "2" } } },
    mask: "",
    path: "rules.fixed_pair",
  },
  {
    title: "a message with a field less, when the mask says so",
    before: { rules: { fixed_pair: { b: "1", c: "2" } } },
    request: { rules: { fixed_pair: { b: "1" } } },
    mask: "rules.fixed_pair.c",
    path: "rules.fixed_pair",
  },
  {
    title: "a shorter list",
    before: { rules: { fixed_list: [{ b: "1" }, { b: "2" }] } },
    request: { rules: { fixed_list: [{ b: "1" }] } },
    mask: "",
    path: "rules.fixed_list",
  },
  {
    title: "another member of its oneof",
    before: { rules: { fixed_source: { b: "1" } } },
    request: { rules: { free_source: "f" } },
    mask: "",
    path: "rules.fixed_source",
  },
];

/** What the API's options say of the fields of `Rules`. */
export const behaviors = {
  "Rules.fixed": ["IMMUTABLE"],
  "Rules.fixed_pair": ["IMMUTABLE"],
  "Rules.fixed_list": ["IMMUTABLE"],
  "Rules.fixed_source": ["IMMUTABLE"],
  "Rules.out_source": ["OUTPUT_ONLY"],
  "Rules.out": ["OUTPUT_ONLY"],
  "Rules.id": ["IDENTIFIER"],
};
