import { ReadConsoleResponse } from "@svc/cloud/compute/v1";

/** The rpc whose answer is a stream of messages of 1 kB. */
export const consolePath = "/svc.compute.v1.InstanceService/ReadConsole";

/** Messages of the stream. */
export const streamLength = 10_000;

/** One message of the stream. */
export const consolePiece = ReadConsoleResponse.encode(
  ReadConsoleResponse.create({ data: new Uint8Array(1024).fill(65) }),
);

/** Bytes of a transfer that is compared with grpc-go. */
export const transferBytes = 100 << 20;
