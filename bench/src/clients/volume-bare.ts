import { randomUUID } from "node:crypto";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { ReadConsoleRequest, ReadConsoleResponse } from "@svc/cloud/compute/v1";
import { consolePath } from "../volume-messages.js";
import { token } from "./bench-client.js";
import type { VolumeClient } from "./volume-client.js";

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** grpc-js alone, with its limits on messages lifted. */
export function openClient(address: string): VolumeClient {
  const client = new Client(address, credentials.createInsecure(), { "grpc.max_receive_message_length": -1 });
  return {
    async readStream() {
      const call = client.makeServerStreamRequest(
        consolePath,
        (message: ReadConsoleRequest) => buffer(ReadConsoleRequest.encode(message)),
        (bytes) => ReadConsoleResponse.decode(bytes),
        ReadConsoleRequest.create({ id: "instance-1" }),
        headers(),
      );
      let count = 0;
      for await (const _ of call) count += 1;
      return count;
    },
    close: () => client.close(),
  };
}

function headers(): Metadata {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  metadata.set("x-idempotency-key", randomUUID());
  return metadata;
}
