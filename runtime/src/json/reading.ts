import type { FillPlace } from "../table/fill-place.js";
import type { MessageTable } from "../table/table.js";
import type { AnyType } from "./json-types.js";

/** How messages are read. */
export interface Reading {
  readonly place: FillPlace;
  readonly anyTypes: ReadonlyMap<string, AnyType>;
  /** Fields and names of enum values that the API does not have are skipped. */
  readonly skipsUnknown: boolean;
  /** Reads a message inside a message. */
  readonly inside: (table: MessageTable, json: unknown, reading: Reading) => object;
  readonly depth: number;
}
