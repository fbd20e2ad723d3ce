import type { OutgoingHttpHeaders } from "node:http2";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { invalidCall, localFailure, type StatusError } from "../../../calls/error/status-error.js";
import type { Metadata } from "../../../calls/rpc/metadata.js";
import { reservedHeaders, singleHeaders } from "../../../calls/rpc/http-headers.js";
import { setProperty } from "../../../messages/table/set-property.js";
import type { TransportSettings } from "../transport-settings.js";
import { timeoutHeader } from "../timeout-header.js";

/** The bytes that count for a header in addition to its name and value (RFC 9113, section 6.5.2). */
const headerOverheadBytes = 32;

/** The size of the headers that every call sends, without their variable values, in bytes. */
const fixedHeaderBytes = 11 * headerOverheadBytes + 230;

/**
 * The maximum size of headers in bytes, as in Node and most servers: gRPC's `grpc.max_metadata_size`. A server may
 * announce less.
 */
const maxBytes = 64 * 1024;

/** Every proxy accepts headers up to this size, in bytes. */
export const largeBytes = 4 * 1024;

/** The headers of an attempt, and their size. */
export interface RequestHeaders {
  readonly headers: OutgoingHttpHeaders;
  /** The size in bytes (RFC 9113, section 6.5.2). */
  readonly size: number;
}

/**
 * Makes the headers of an attempt. Invalid metadata is refused here, before it can fail a connection that other calls
 * share.
 *
 * @throws A StatusError that names the header, never its value.
 */
export function makeRequestHeaders(
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
    // Reserves the position that gRPC over HTTP/2 requires, before the metadata. Set when the call is sent.
    "grpc-timeout": undefined,
    "user-agent": settings.userAgent,
    "grpc-accept-encoding": "identity,gzip",
  };
  if (settings.isCompressed) headers["grpc-encoding"] = "gzip";
  if (attempt > 1) headers["grpc-previous-rpc-attempts"] = String(attempt - 1);
  let size = fixedHeaderBytes + method.path.length + endpoint.authority.length + settings.userAgent.length;
  for (const [name, value] of metadata) {
    const text = typeof value === "string" ? value.trim() : base64(value);
    size += name.length + text.length + headerOverheadBytes;
    add(headers, name, text);
  }
  requireSize(size, maxBytes, call);
  return { headers, size };
}

/** Sets `grpc-timeout`, at the last moment, since a call may wait for its connection. */
export function setTimeoutHeader(headers: OutgoingHttpHeaders, leftMs: number): void {
  if (leftMs !== Infinity) headers["grpc-timeout"] = timeoutHeader(leftMs);
  // Node leaves out a header that is undefined; Bun refuses it.
  else delete headers["grpc-timeout"];
}

/**
 * Refuses headers that a server would not accept.
 *
 * @throws A StatusError that names the largest of the call's headers.
 */
export function requireSize(size: number, maxBytes: number, { metadata }: OutgoingCall): void {
  if (size <= maxBytes) return;
  throw invalidCall(
    `the metadata of the call is more than HTTP/2 can send to this server: ${size} of ${maxBytes} bytes; ${describeLargest(metadata)}`,
  );
}

/**
 * Returns the failure of a call whose metadata was probably too large for a proxy; undefined if it is not large. Such a
 * proxy ends the connection with an error code that does not name the reason, and a retry would fail in the same way.
 */
export function tooLargeForProxy({ metadata }: OutgoingCall, reason: string): StatusError | undefined {
  let size = fixedHeaderBytes;
  for (const [name, value] of metadata) size += name.length + value.length + headerOverheadBytes;
  if (size <= largeBytes) return undefined;
  const text = `the metadata of the call is probably larger than a proxy or the server accepts: about ${size} bytes; ${describeLargest(metadata)} (${reason})`;
  return localFailure("RESOURCE_EXHAUSTED", text);
}

function describeLargest(metadata: Metadata): string {
  let largest = "";
  let length = -1;
  for (const [name, value] of metadata) {
    if (value.length > length) [largest, length] = [name, value.length];
  }
  return `the largest is "${largest}" with ${length}`;
}

function add(headers: OutgoingHttpHeaders, name: string, text: string): void {
  // Each of these could fail other calls as well.
  if (reservedHeaders.has(name) || name === "user-agent") {
    const fix = name === "user-agent" ? "; the session's option userAgent adds to it" : "";
    throw invalidCall(`metadata "${name}": the name belongs to HTTP or to gRPC itself${fix}`);
  }
  const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (before === undefined) setProperty(headers, name, text);
  else if (singleHeaders.has(name))
    throw invalidCall(`metadata "${name}": HTTP allows only one value of this name`);
  else setProperty(headers, name, Array.isArray(before) ? [...before, text] : [String(before), text]);
}

/** Encodes base64 without padding, as gRPC requires. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64").replace(/=+$/, "");
}
