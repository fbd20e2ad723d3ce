import { randomUUID } from "node:crypto";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { createPath, createRequest } from "../call-messages.js";
import { timeoutMs, token, type BenchClient } from "./bench-client.js";
import { decodeReply, encodeRequest } from "./message-codec.js";

/** A careful program with only grpc-js: it sets a deadline, a token and an idempotency key. */
export function openClient(address: string): BenchClient {
  const client = new Client(address, credentials.createInsecure());
  return {
    name: "grpc-js",
    call: () =>
      new Promise((resolve, reject) => {
        const metadata = new Metadata();
        metadata.set("authorization", `Bearer ${token}`);
        metadata.set("x-idempotency-key", randomUUID());
        client.makeUnaryRequest(
          createPath,
          encodeRequest,
          decodeReply,
          createRequest,
          metadata,
          { deadline: Date.now() + timeoutMs },
          (error, reply) => (reply ? resolve(reply) : reject(error)),
        );
      }),
    close: () => client.close(),
  };
}
