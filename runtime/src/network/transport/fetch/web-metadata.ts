import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { invalidCall } from "../../../calls/error/status-error.js";
import { base64, bytesFromBase64 } from "../../../messages/json/base64.js";
import { reservedHeaders } from "../../../calls/rpc/http-headers.js";
import { Metadata, type MetadataValue } from "../../../calls/rpc/metadata.js";
import type { FetchHeaders } from "./fetch-function.js";

/** A header as `fetch` takes it. */
export type Header = [name: string, value: string];

/** The names that platforms set themselves, and that they drop silently if a program sets them ("forbidden request-header", Fetch). */
const forbidden =
  /^(?:proxy-|sec-|accept-charset$|accept-encoding$|access-control-|cookie2?$|date$|dnt$|expect$|keep-alive$|origin$|referer$|set-cookie$|user-agent$|via$)/;

/** Largest block of headers that browsers and most servers take, in bytes. */
const maxBytes = 64 * 1024;

/**
 * The metadata of a call as headers.
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

/** The headers of the protocols and of what is between; what they say is in the status already. */
const own =
  /^(?:grpc-(?:status|message|encoding|accept-encoding)|content-(?:type|encoding|length)|connect-(?:content|accept)-encoding|accept-encoding|access-control-.*|connection|date|keep-alive|transfer-encoding|vary)$/;

/** Headers and trailers that came. */
export interface Received {
  readonly header: Metadata;
  readonly trailer: Metadata;
}

/**
 * The headers of an answer as metadata. In those of Connect trailers may have come along, under `trailer-` names.
 */
export function receivedHeaders(headers: FetchHeaders, trailerPrefix?: string): Received {
  const header: Entry[] = [];
  const trailer: Entry[] = [];
  headers.forEach((value, name) => {
    const isTrailer = trailerPrefix !== undefined && name.startsWith(trailerPrefix);
    if (isTrailer) add(trailer, name.slice(trailerPrefix.length), value);
    else if (!own.test(name)) add(header, name, value);
  });
  return { header: Metadata.received(header), trailer: Metadata.received(trailer) };
}

/** Trailers that came in a body. */
export function receivedTrailers(pairs: Iterable<readonly [name: string, value: string]>): Metadata {
  const entries: Entry[] = [];
  for (const [name, value] of pairs) if (!own.test(name)) add(entries, name, value);
  return Metadata.received(entries);
}

type Entry = readonly [name: string, value: MetadataValue];

/** Several values of a name may have been joined on the way; base64 has no comma. */
function add(entries: Entry[], name: string, value: string): void {
  if (!name.endsWith("-bin")) return void entries.push([name, value]);
  for (const text of value.split(",")) {
    const bytes = bytesFromBase64(text.trim());
    if (bytes) entries.push([name, bytes]);
  }
}
