/* Carried along by `stratus openapi` from rest-runtime/hop.ts of protoc-gen-stratus. DO NOT EDIT. */
/** Headers by their names in small letters. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** A request to one address. */
export interface Hop {
  readonly method: string;
  readonly headers: HeaderRecord;
  readonly body: string | null;
  readonly redirect: "manual" | "follow";
  readonly signal: AbortSignal;
}
