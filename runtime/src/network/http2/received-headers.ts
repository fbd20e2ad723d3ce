import type { IncomingHttpHeaders, IncomingHttpStatusHeader } from "node:http2";
import { singleHeaders } from "../../calls/rpc/http-headers.js";
import type { HeaderPair } from "./hpack/static-table.js";

/** Headers of which a second one is left out. */
const single = new Set([...singleHeaders, "content-type", "content-length"]);

/** Headers of a connection of HTTP/1.1, which mean nothing here and must not come (RFC 9113, section 8.2.2). */
const ofConnections = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** A name of a header: a token without capitals (RFC 9113, section 8.2.1). */
const token = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** A value with a character that could end it elsewhere, or with space around it. */
const badValue = /[\0\r\n]|^[ \t]|[ \t]$/;

/** Which part of an answer a block of headers is. */
export type BlockKind = "headers" | "trailers";

/**
 * The headers of a block, in the form of Node's types: names in lower case, `:status` as a number, values of one name
 * joined. Undefined if they break the rules of HTTP, which ends their stream (RFC 9113, section 8.1.1).
 */
export function receivedHeaders(
  pairs: readonly HeaderPair[],
  kind: BlockKind,
): IncomingHttpHeaders | undefined {
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
    if (!token.test(name) || badValue.test(value) || ofConnections.has(name)) return undefined;
    add(headers, name, value);
  }
  return kind === "headers" && headers[":status"] === undefined ? undefined : headers;
}

function add(headers: IncomingHttpHeaders, name: string, value: string): void {
  const before = headers[name];
  if (name === "set-cookie") headers[name] = Array.isArray(before) ? [...before, value] : [value];
  else if (before === undefined) headers[name] = value;
  else if (!single.has(name)) headers[name] = `${String(before)}${name === "cookie" ? "; " : ", "}${value}`;
}
