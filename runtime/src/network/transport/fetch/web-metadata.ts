import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { invalidCall } from "../../../calls/error/status-error.js";
import { base64, bytesFromBase64 } from "../../../messages/json/base64.js";
import { reservedHeaders } from "../../../calls/rpc/http-headers.js";
import { Metadata, type MetadataValue } from "../../../calls/rpc/metadata.js";
import type { FetchHeaders } from "./fetch-function.js";

/** A header in the form of `fetch`. */
export type Header = [name: string, value: string];

/** Headers that platforms drop silently if a program sets them (Fetch, "forbidden request-header"). */
const forbidden =
  /^(?:proxy-|sec-|accept-charset$|accept-encoding$|access-control-|cookie2?$|date$|dnt$|expect$|keep-alive$|origin$|referer$|set-cookie$|user-agent$|via$)/;

/** The maximum size of headers that browsers and most servers accept, in bytes: gRPC's `grpc.max_metadata_size`. */
const maxBytes = 64 * 1024;

/**
 * Converts the metadata of a call to headers.
 *
 * @throws A StatusError that names the header, never its value.
 */
export function metadataHeaders({ metadata }: OutgoingCall): Header[] {
  const headers: Header[] = [];
  let size = 0;
  for (const [name, value] of metadata) {
    if (reservedHeaders.has(name) || forbidden.test(name)) {
      throw invalidCall(
        `metadata "${name}": the name belongs to HTTP, and platforms with fetch send none of a program`,
      );
    }
    const text = typeof value === "string" ? value.trim() : base64(value).replace(/=+$/, "");
    size += name.length + text.length;
    if (size > maxBytes) {
      throw invalidCall(
        `the metadata of the call is more than can be sent: with "${name}" more than ${maxBytes} bytes`,
      );
    }
    headers.push([name, text]);
  }
  return headers;
}

/** The headers of the protocols and of proxies, whose contents are in the status already. */
const protocolHeaders =
  /^(?:grpc-(?:status|message|encoding|accept-encoding)|content-(?:type|encoding|length)|connect-(?:content|accept)-encoding|accept-encoding|access-control-.*|connection|date|keep-alive|transfer-encoding|vary)$/;

/** The headers and trailers of a response. */
export interface Received {
  readonly header: Metadata;
  readonly trailer: Metadata;
}

/**
 * Converts the headers of a response to metadata. In Connect, the trailers of a unary response are headers with a prefix.
 */
export function receivedHeaders(headers: FetchHeaders, trailerPrefix?: string): Received {
  const header: Entry[] = [];
  const trailer: Entry[] = [];
  headers.forEach((value, name) => {
    const isTrailer = trailerPrefix !== undefined && name.startsWith(trailerPrefix);
    if (isTrailer) add(trailer, name.slice(trailerPrefix.length), value);
    else if (!protocolHeaders.test(name)) add(header, name, value);
  });
  return { header: Metadata.received(header), trailer: Metadata.received(trailer) };
}

/** Converts the trailers in a body to metadata. */
export function receivedTrailers(pairs: Iterable<readonly [name: string, value: string]>): Metadata {
  const entries: Entry[] = [];
  for (const [name, value] of pairs) if (!protocolHeaders.test(name)) add(entries, name, value);
  return Metadata.received(entries);
}

type Entry = readonly [name: string, value: MetadataValue];

/** Splits values that a proxy may have joined; base64 has no comma. */
function add(entries: Entry[], name: string, value: string): void {
  if (!name.endsWith("-bin")) return void entries.push([name, value]);
  for (const text of value.split(",")) {
    const bytes = bytesFromBase64(text.trim());
    if (bytes) entries.push([name, bytes]);
  }
}
