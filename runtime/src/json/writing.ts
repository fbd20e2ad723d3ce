import type { FillPlace } from "../table/fill-place.js";
import type { MessageTable } from "../table/table.js";
import type { AnyType } from "./json-types.js";
import type { JsonValue } from "./json-value.js";

/** How messages are written. */
export interface Writing {
  readonly place: FillPlace;
  readonly anyTypes: ReadonlyMap<string, AnyType>;
  /** Secrets are hidden. */
  readonly isRedacted: boolean;
  /** For people only: bytes are counted, and what JSON cannot hold is said in words. */
  readonly isReport: boolean;
  /** Writes a message inside a message. */
  readonly inside: (table: MessageTable, message: unknown, writing: Writing) => JsonValue;
  readonly depth: number;
}
