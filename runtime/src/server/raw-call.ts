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
  return new Made();
}

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
