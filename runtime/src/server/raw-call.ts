import type {
  Metadata as GrpcMetadata,
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
} from "@grpc/grpc-js";
import { Metadata, type MetadataValue } from "../entries/generated/sdk-v1.js";

/** The library's call that requests are read from. */
export type RequestStream = ServerReadableStream<unknown, unknown> | ServerDuplexStream<unknown, unknown>;

/** The library's call that responses are written to. */
export type ResponseStream = ServerWritableStream<unknown, unknown> | ServerDuplexStream<unknown, unknown>;

/** The library's call, of whatever kind. */
export type RawCall = ServerUnaryCall<unknown, unknown> | RequestStream | ResponseStream;

/**
 * Returns empty metadata of the copy of grpc-js that made the call. This package does not load grpc-js itself, so
 * the process has only one copy.
 */
export function newMetadata({ metadata }: RawCall): GrpcMetadata {
  const Made = metadata.constructor as new () => GrpcMetadata;
  return adapted(new Made(), unpadded);
}

/**
 * Like {@link newMetadata}, for the end of a successful call. grpc-js sends `grpc-message: OK` there, although a status
 * of zero has no message (gRPC over HTTP/2, "Responses"). Node sends no header whose value is undefined.
 */
export function successMetadata(raw: RawCall): GrpcMetadata {
  return adapted(newMetadata(raw), (headers) => ({ ...headers, "grpc-message": undefined }));
}

/** Changes the headers that the library makes of metadata, and of its copies: it sends a copy. */
function adapted(metadata: GrpcMetadata, change: (headers: Http2Headers) => Http2Headers): GrpcMetadata {
  const toHttp2Headers = metadata.toHttp2Headers.bind(metadata);
  const clone = metadata.clone.bind(metadata);
  metadata.toHttp2Headers = () => change(toHttp2Headers());
  metadata.clone = () => adapted(clone(), change);
  return metadata;
}

type Http2Headers = ReturnType<GrpcMetadata["toHttp2Headers"]>;

/** Binary values without padding, as implementations should send them (gRPC over HTTP/2, "Custom-Metadata"). */
function unpadded(headers: Http2Headers): Http2Headers {
  for (const [name, value] of Object.entries(headers)) {
    if (!name.endsWith("-bin") || value === undefined) continue;
    headers[name] = Array.isArray(value) ? value.map(withoutPadding) : withoutPadding(String(value));
  }
  return headers;
}

const withoutPadding = (base64: string): string => base64.replace(/=+$/, "");

/** Adds checked metadata to the library's. */
export function addMetadata(grpc: GrpcMetadata, metadata: Metadata): GrpcMetadata {
  for (const [name, value] of metadata) {
    grpc.add(name, typeof value === "string" ? value : Buffer.from(value));
  }
  return grpc;
}

/** The headers of a request in our form. */
export function receivedMetadata(grpc: GrpcMetadata): Metadata {
  const entries: [name: string, value: MetadataValue][] = [];
  for (const name of Object.keys(grpc.getMap())) {
    for (const value of grpc.get(name)) entries.push([name, value]);
  }
  return Metadata.received(entries);
}
