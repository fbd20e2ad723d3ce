import type { Json } from "./json.js";

/** A place in a description: the names and indexes that lead to it. */
export type Pointer = readonly string[];

/** A text as a value, with the places of its parts. */
export interface Source {
  readonly root: Json;
  readonly findPlace: (pointer: Pointer) => { readonly line: number; readonly column: number } | undefined;
}

/** Ends the reading of a text. */
export type Fail = (what: string, fix: string, line?: number, column?: number) => never;
