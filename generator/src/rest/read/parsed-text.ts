import type { Problem } from "../../kit/problem.js";
import type { Json } from "./json.js";

/** The names and indexes that lead from the root of a document to a value. */
export type Pointer = readonly string[];

/** The value of a YAML or JSON text, and the positions of its parts. */
export interface ParsedText {
  readonly root: Json;
  /** Notes on values that are read differently than they are written. */
  readonly problems?: readonly Problem[];
  readonly findPosition: (pointer: Pointer) => { readonly line: number; readonly column: number } | undefined;
}

/** Throws `Problems` about a text. */
export type Fail = (what: string, fix: string, line?: number, column?: number) => never;
