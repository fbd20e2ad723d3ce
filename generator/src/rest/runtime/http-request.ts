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

/** Reports whether programs can send cookies. In a browser, scripts cannot set the header. */
export function areCookiesSent(): boolean {
  return new Request("http://a.test", { headers: { cookie: "a=b" } }).headers.has("cookie");
}
