/** Small changes of a TypeScript package, with the step that each requires. `uses.fixture.ts` tries them with programs. */
import { breaking } from "./typescript-breaking.fixture.js";
import { compatible } from "./typescript-compatible.fixture.js";
import { invisible } from "./typescript-invisible.fixture.js";
import { moreBreaking } from "./typescript-more-breaking.fixture.js";
import {
  breakingInNamespaces,
  compatibleInNamespaces,
  invisibleInNamespaces,
} from "./typescript-namespaces.fixture.js";
import type { Row, Source } from "./typescript-rows.fixture.js";

export type { Source };

/** A change of a package, named by what happens. */
export interface TypeScriptChange {
  readonly name: string;
  readonly before: Source;
  readonly after: Source;
  /** `minor` adds something; undefined if no program can tell the two versions apart. */
  readonly step: "major" | "minor" | undefined;
}

const rowsOf = (rows: readonly Row[], step: TypeScriptChange["step"]): TypeScriptChange[] =>
  rows.map(([name, before, after]) => ({ name, before, after, step }));

/** Every change of the table. */
export const typeScriptChanges: readonly TypeScriptChange[] = [
  ...rowsOf([...breaking, ...moreBreaking, ...breakingInNamespaces], "major"),
  ...rowsOf([...compatible, ...compatibleInNamespaces], "minor"),
  ...rowsOf([...invisible, ...invisibleInNamespaces], undefined),
];

/** The files of a source. */
export function filesOf(source: Source): ReadonlyMap<string, string> {
  return new Map(Object.entries(typeof source === "string" ? { "index.ts": source } : source));
}
