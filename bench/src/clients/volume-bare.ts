import { randomUUID } from "node:crypto";
import { Client, credentials, Metadata, type CallOptions } from "@grpc/grpc-js";
import { CreateInstanceRequest, ReadConsoleRequest, ReadConsoleResponse } from "@svc/cloud/compute/v1";
import type { Operation } from "@svc/cloud/common/v1";
import { createPath } from "../call-messages.js";
import { consolePath, largeRequest } from "../volume-messages.js";
import { timeoutMs, token } from "./bench-client.js";
import { decodeReply } from "./message-codec.js";
import type { VolumeClient } from "./volume-client.js";

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const createRpc: Rpc<CreateInstanceRequest, Operation> = {
  path: createPath,
  encode: (message) => buffer(CreateInstanceRequest.encode(message)),
  decode: decodeReply,
};

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
    sendLarge() {
      return unary(client, createRpc, largeRequest);
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

interface Rpc<Request, Response> {
  readonly path: string;
  readonly encode: (message: Request) => Buffer;
  readonly decode: (bytes: Uint8Array) => Response;
}

function unary<Request, Response>(
  client: Client,
  { path, encode, decode }: Rpc<Request, Response>,
  request: Request,
): Promise<Response> {
  const options: CallOptions = { deadline: Date.now() + timeoutMs };
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, encode, decode, request, headers(), options, (error, reply) =>
      reply ? resolve(reply) : reject(error),
    );
  });
}
