import { CreateInstanceRequest, Instance, ReadConsoleResponse } from "@svc/cloud/compute/v1";
import { createRequest } from "./call-messages.js";

/** The rpc whose answer is a stream of messages of 1 kB. */
export const consolePath = "/svc.compute.v1.InstanceService/ReadConsole";

/** The rpc whose answer is one message of 5 MiB. */
export const getPath = "/svc.compute.v1.InstanceService/Get";

/** Messages of the stream. */
export const streamLength = 10_000;

/** One message of the stream. */
export const consolePiece = ReadConsoleResponse.encode(
  ReadConsoleResponse.create({ data: new Uint8Array(1024).fill(65) }),
);

/** The large answer. */
export const largeInstance = (): Uint8Array =>
  Instance.encode(
    Instance.create({ metadata: { id: "instance-1" }, spec: { userData: new Uint8Array(5 << 20).fill(1) } }),
  );

/** A request of 100 kB. */
export const largeRequest: CreateInstanceRequest = CreateInstanceRequest.create({
  ...createRequest,
  spec: { ...createRequest.spec, userData: new Uint8Array(100_000).fill(1) },
});
