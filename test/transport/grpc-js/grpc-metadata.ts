import { Metadata, type MetadataValue } from "../../../runtime/src/calls/rpc/metadata.js";
import { Metadata as GrpcMetadata } from "@grpc/grpc-js";

/** Our metadata in the library's form. Ours is checked already, so that the library never throws a value. */
export function toGrpcMetadata(metadata: Metadata): GrpcMetadata {
  const grpc = new GrpcMetadata();
  for (const [name, value] of metadata) {
    grpc.add(name, typeof value === "string" ? value : Buffer.from(value));
  }
  return grpc;
}

/** The library's metadata in our form. */
export function fromGrpcMetadata(grpc: GrpcMetadata | undefined): Metadata {
  if (!grpc) return Metadata.empty;
  const entries: [name: string, value: MetadataValue][] = [];
  // Unlike `getMap` and `get`, this copies no values.
  const all = grpc.toJSON();
  for (const name of Object.keys(all)) {
    for (const value of all[name] ?? []) entries.push([name, value]);
  }
  return Metadata.received(entries);
}
