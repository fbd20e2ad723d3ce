import { randomUUID } from "node:crypto";
import { connect } from "node:http2";
import { createPath, createRequest } from "../call-messages.js";
import { timeoutMs, token, type BenchClient } from "./bench-client.js";
import { framed } from "./frame.js";
import { decodeReply, encodeRequest } from "./message-codec.js";

const prefixLength = 5;

/**
 * The cost of the platform itself: one stream of node:http2 for each call, with the same codec and headers, and
 * nothing looked at but the status. No limits, no errors, no deadline but the header.
 */
export function openClient(address: string): BenchClient {
  const session = connect(`http://${address}`);
  return {
    name: "node:http2 alone",
    call: () =>
      new Promise((resolve, reject) => {
        const stream = session.request({
          ":method": "POST",
          ":path": createPath,
          "content-type": "application/grpc",
          te: "trailers",
          "grpc-timeout": `${timeoutMs}m`,
          authorization: `Bearer ${token}`,
          "x-idempotency-key": randomUUID(),
        });
        let reply: Buffer | undefined;
        let status: unknown;
        stream.on("data", (chunk: Buffer) => (reply = chunk));
        stream.on("trailers", (trailers) => (status = trailers["grpc-status"]));
        stream.on("error", reject);
        stream.on("end", () => {
          if (status === "0" && reply) resolve(decodeReply(reply.subarray(prefixLength)));
          else reject(new Error(`status ${String(status)}`));
        });
        stream.end(framed(encodeRequest(createRequest)));
      }),
    close: () => session.close(),
  };
}
