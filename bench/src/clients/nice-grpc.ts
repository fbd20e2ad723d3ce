import { randomUUID } from "node:crypto";
import { Operation } from "@svc/cloud/common/v1";
import { CreateInstanceRequest } from "@svc/cloud/compute/v1";
import { createChannel, createClient, Metadata } from "nice-grpc";
import { createPath, createRequest } from "../call-messages.js";
import { token, type BenchClient } from "./bench-client.js";
import { decodeReply, encodeRequest } from "./message-codec.js";

/** nice-grpc over the same codec. Its deadlines are a package of their own, so it has none here. */
export function openClient(address: string): BenchClient {
  const channel = createChannel(address);
  const service = {
    create: {
      path: createPath,
      requestStream: false,
      responseStream: false,
      requestSerialize: encodeRequest,
      requestDeserialize: (bytes: Buffer) => CreateInstanceRequest.decode(bytes),
      responseSerialize: (message: Operation) => Buffer.from(Operation.encode(message)),
      responseDeserialize: decodeReply,
    },
  } as const;
  const client = createClient(service, channel);
  const call = (): Promise<Operation> => {
    const metadata = Metadata({ authorization: `Bearer ${token}`, "x-idempotency-key": randomUUID() });
    return client.create(createRequest, { metadata });
  };
  return { name: "nice-grpc, no deadline", call, close: () => channel.close() };
}
