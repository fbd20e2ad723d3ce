/* Copied by `stratus openapi` from src/rest/runtime/hop.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { FetchBody } from "./body.js";

/** Headers by their names in small letters. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** A request to one address. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderRecord;
  readonly body: FetchBody | null;
  /** For bodies that are read while they are sent. */
  readonly duplex: "half";
  readonly redirect: "manual" | "follow";
  readonly signal: AbortSignal;
}
