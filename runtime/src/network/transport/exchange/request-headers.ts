import type { OutgoingHttpHeaders } from "node:http2";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { invalidCall, localFailure, type StatusError } from "../../../calls/error/status-error.js";
import type { Metadata } from "../../../calls/rpc/metadata.js";
import { reservedHeaders, singleHeaders } from "../../../calls/rpc/http-headers.js";
import { setProperty } from "../../../messages/table/set-property.js";
import type { TransportSettings } from "../transport-settings.js";
import { timeoutHeader } from "../timeout-header.js";

/** The bytes that a header counts beside its name and its value (RFC 9113, section 6.5.2). */
const overhead = 32;

/** The headers that every call sends: their count, and their names and constant values. */
const ownBytes = 11 * overhead + 230;

/** Node and most servers take no larger block of headers; a server may ask for less. */
const maxBytes = 64 * 1024;

/** Blocks of headers up to this size are taken by every proxy; in bytes as above. */
export const largeBytes = 4 * 1024;

/** The headers of an attempt, and their size. */
export interface RequestHeaders {
  readonly headers: OutgoingHttpHeaders;
  /** As RFC 9113 section 6.5.2 counts, in bytes. */
  readonly size: number;
}

/**
 * The headers of an attempt. What HTTP/2 would not carry is found here, before a
 * connection sees it that other calls share.
 *
 * @throws A StatusError that names the header, never its value.
 */
export function requestHeaders(
  call: OutgoingCall,
  settings: TransportSettings,
  scheme: string,
): RequestHeaders {
  const { method, endpoint, metadata, attempt } = call;
  const headers: OutgoingHttpHeaders = {
    ":method": "POST",
    ":scheme": scheme,
    ":authority": endpoint.authority,
    ":path": method.path,
    "content-type": "application/grpc",
    te: "trailers",
    // Set when the call is sent, in its place: the gRPC document has it before the metadata.
    "grpc-timeout": undefined,
    "user-agent": settings.userAgent,
    "grpc-accept-encoding": "identity,gzip",
  };
  if (settings.isCompressed) headers["grpc-encoding"] = "gzip";
  if (attempt > 1) headers["grpc-previous-rpc-attempts"] = String(attempt - 1);
  let size = ownBytes + method.path.length + endpoint.authority.length + settings.userAgent.length;
  for (const [name, value] of metadata) {
    const text = typeof value === "string" ? value.trim() : base64(value);
    size += name.length + text.length + overhead;
    add(headers, name, text);
  }
  requireSize(size, maxBytes, call);
  return { headers, size };
}

/** Tells the server how long it has. Set last, since a call may wait for its connection. */
export function setTimeoutHeader(headers: OutgoingHttpHeaders, leftMs: number): void {
  if (leftMs !== Infinity) headers["grpc-timeout"] = timeoutHeader(leftMs);
  // Node leaves out a header that is undefined; Bun refuses it.
  else delete headers["grpc-timeout"];
}

/**
 * Refuses headers that a server would not take.
 *
 * @throws A StatusError that names the largest of the call's headers.
 */
export function requireSize(size: number, most: number, { metadata }: OutgoingCall): void {
  if (size <= most) return;
  throw invalidCall(
    `the metadata of the call is more than HTTP/2 can send to this server: ${size} of ${most} bytes; ${largestOf(metadata)}`,
  );
}

/**
 * The failure of a call whose metadata was probably too large for a proxy, which says so by an error of the protocol
 * alone; undefined if the metadata is not large. The next attempt would fail like this one.
 */
export function tooLargeForProxy({ metadata }: OutgoingCall, reason: string): StatusError | undefined {
  let size = ownBytes;
  for (const [name, value] of metadata) size += name.length + value.length + overhead;
  if (size <= largeBytes) return undefined;
  const text = `the metadata of the call is probably larger than a proxy or the server accepts: about ${size} bytes; ${largestOf(metadata)} (${reason})`;
  return localFailure("RESOURCE_EXHAUSTED", text);
}

function largestOf(metadata: Metadata): string {
  let largest = "";
  let length = -1;
  for (const [name, value] of metadata) {
    if (value.length > length) [largest, length] = [name, value.length];
  }
  return `the largest is "${largest}" with ${length}`;
}

function add(headers: OutgoingHttpHeaders, name: string, text: string): void {
  // Each would end more than the call that sends it.
  if (reservedHeaders.has(name) || name === "user-agent") {
    const way = name === "user-agent" ? "; the session's option userAgent adds to it" : "";
    throw invalidCall(`metadata "${name}": the name belongs to HTTP or to gRPC itself${way}`);
  }
  const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (before === undefined) setProperty(headers, name, text);
  else if (singleHeaders.has(name))
    throw invalidCall(`metadata "${name}": HTTP allows only one value of this name`);
  else setProperty(headers, name, Array.isArray(before) ? [...before, text] : [String(before), text]);
}

/** Without the padding, as gRPC asks for. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64").replace(/=+$/, "");
}
