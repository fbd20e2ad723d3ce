import { CreateInstanceRequest, ReadConsoleResponse } from "@svc/cloud/compute/v1";
import { createRequest } from "./call-messages.js";

/** The rpc whose answer is a stream of messages of 1 kB. */
export const consolePath = "/svc.compute.v1.InstanceService/ReadConsole";

/** Messages of the stream. */
export const streamLength = 10_000;

/** One message of the stream. */
export const consolePiece = ReadConsoleResponse.encode(
  ReadConsoleResponse.create({ data: new Uint8Array(1024).fill(65) }),
);

/** A request of 100 kB. */
export const largeRequest: CreateInstanceRequest = CreateInstanceRequest.create({
  ...createRequest,
  spec: { ...createRequest.spec, userData: new Uint8Array(100_000).fill(1) },
});

/** Bytes of a transfer that is compared with grpc-go. */
export const transferBytes = 100 << 20;
