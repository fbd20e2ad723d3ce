/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/http-request.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { FetchBody } from "./body.js";

/** Headers by their names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** A request to one URL, without its redirects. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderRecord;
  readonly body: FetchBody | null;
  /** `fetch` requires this for bodies that are read while they are sent. */
  readonly duplex: "half";
  readonly redirect: "manual" | "follow";
  readonly signal: AbortSignal;
}
