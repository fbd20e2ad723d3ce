import type { IncomingHttpHeaders, IncomingHttpStatusHeader } from "node:http2";
import { singleHeaders } from "../../calls/rpc/http-headers.js";
import type { HeaderPair } from "./hpack/static-table.js";

/** Headers of which only the first value counts. */
const singleValueHeaders = new Set([...singleHeaders, "content-type", "content-length"]);

/** Connection-specific headers of HTTP/1.1, which make a response malformed (RFC 9113, section 8.2.2). */
const connectionHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** A content length in decimal digits (RFC 9110, section 8.6). */
const lengthPattern = /^\d+$/;

/** The name of a header: a token without uppercase letters (RFC 9113, section 8.2.1). */
const namePattern = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** A value with NUL, CR or LF, or with surrounding whitespace (RFC 9113, section 8.2.1). */
const badValuePattern = /[\0\r\n]|^[ \t]|[ \t]$/;

/** The part of a response that a field block is. */
export type BlockKind = "headers" | "trailers";

/**
 * Converts the headers of a block to the form of Node's types: names in lower case, `:status` as a number, values of one
 * name joined. Returns undefined if the response is malformed, which is a stream error (RFC 9113, section 8.1.1).
 */
export function readHeaders(pairs: readonly HeaderPair[], kind: BlockKind): IncomingHttpHeaders | undefined {
  const headers = Object.create(null) as IncomingHttpHeaders & IncomingHttpStatusHeader;
  let isPastPseudo = false;
  for (const [name, value] of pairs) {
    if (name.startsWith(":")) {
      const isStatus = name === ":status" && /^[1-9]\d\d$/.test(value) && value !== "101";
      if (isPastPseudo || kind === "trailers" || !isStatus || headers[":status"] !== undefined)
        return undefined;
      headers[":status"] = Number(value);
      continue;
    }
    isPastPseudo = true;
    if (!namePattern.test(name) || badValuePattern.test(value) || connectionHeaders.has(name))
      return undefined;
    // A request may have this value, and some servers return the headers of a request.
    if (name === "te" && value.toLowerCase() !== "trailers") return undefined;
    if (name === "content-length" && kind === "headers") {
      if (!lengthPattern.test(value) || (headers[name] ?? value) !== value) return undefined;
    }
    add(headers, name, value);
  }
  return kind === "headers" && headers[":status"] === undefined ? undefined : headers;
}

/**
 * Returns the number of bytes that the DATA of a response must have (RFC 9113, section 8.1.1); undefined if any number
 * is allowed. A response with one of these status codes has a `content-length` and no content (RFC 9110, section 8.6).
 */
export function contentLength(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): number | undefined {
  const length = headers["content-length"];
  const status = headers[":status"];
  return length === undefined || status === 204 || status === 304 ? undefined : Number(length);
}

function add(headers: IncomingHttpHeaders, name: string, value: string): void {
  const before = headers[name];
  if (name === "set-cookie") headers[name] = Array.isArray(before) ? [...before, value] : [value];
  else if (before === undefined) headers[name] = value;
  else if (!singleValueHeaders.has(name))
    headers[name] = `${String(before)}${name === "cookie" ? "; " : ", "}${value}`;
}
