import { connect } from "node:http2";
import type { TestCloud } from "../emulator.fixture.js";

/** Sends raw bytes as the body of a gRPC call, and reads the status: its number, or that of HTTP. */
export async function rawCall(
  cloud: TestCloud,
  path: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const session = connect(`http://${cloud.emulator.address}`);
  // A server that has answered need not read what is still being sent.
  session.on("error", () => {});
  try {
    return await new Promise((done, fail) => {
      const stream = session.request({
        ":method": "POST",
        ":path": path,
        ":authority": cloud.authorityOf("compute"),
        "content-type": "application/grpc",
        te: "trailers",
        authorization: `Bearer ${cloud.emulator.issueToken()}`,
        ...headers,
      });
      const read = (received: Record<string, unknown>) => {
        const status = received["grpc-status"];
        if (typeof status === "string") done(status);
        else if (received[":status"] !== undefined && received[":status"] !== 200)
          done(`HTTP ${String(received[":status"])}`);
      };
      stream.on("response", read);
      stream.on("trailers", read);
      stream.on("error", fail);
      stream.resume();
      stream.end(body);
    });
  } finally {
    session.close();
  }
}

/** A message as gRPC frames it. */
export function frame(bytes: Buffer, flag = 0): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flag, 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
