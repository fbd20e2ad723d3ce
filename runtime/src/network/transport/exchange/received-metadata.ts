import type { IncomingHttpHeaders } from "node:http2";
import { Metadata, type MetadataValue } from "../../../calls/rpc/metadata.js";

/** The headers of gRPC itself, whose contents are in the status already. */
const protocolHeaders = new Set([
  "grpc-status",
  "grpc-message",
  "grpc-encoding",
  "grpc-accept-encoding",
  "content-type",
]);

/** Converts headers or trailers to metadata, without those of HTTP and gRPC. */
export function toMetadata(headers: IncomingHttpHeaders | undefined): Metadata {
  if (!headers) return Metadata.empty;
  const entries: (readonly [name: string, value: MetadataValue])[] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || name.startsWith(":") || protocolHeaders.has(name)) continue;
    if (name.endsWith("-bin")) addBytes(entries, name, String(value));
    else if (Array.isArray(value)) for (const one of value) entries.push([name, one]);
    else entries.push([name, value]);
  }
  return Metadata.received(entries);
}

/** Splits values that a proxy may have joined; base64 has no comma. */
function addBytes(entries: (readonly [string, MetadataValue])[], name: string, joined: string): void {
  for (const text of joined.split(",")) entries.push([name, Buffer.from(text.trim(), "base64")]);
}
