import { once } from "node:events";
import { connect, createServer } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { addService, webHandler } from "@stratus/runtime/server";
import { afterEach, expect, it } from "vitest";
import { descriptors } from "../../generated/interop/descriptors.js";
import { TestServiceServer } from "../../generated/interop/testing/index.server.js";

const path = "/grpc.testing.TestService/StreamingInputCall";
let server: Server | undefined;

/** Starts a server that refuses messages of more than 1,000 bytes. */
async function start(): Promise<string> {
  const handler = await webHandler(
    descriptors,
    (services) =>
      addService(
        services,
        TestServiceServer,
        {
          async streamingInputCall(requests) {
            for await (const request of requests) void request;
            return { aggregatedPayloadSize: 0 };
          },
        },
        { partial: true },
      ),
    { maxReceiveBytes: 1_000 },
  );
  server = createServer(handler as never);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => new Promise((resolve) => server?.close(resolve)));

/** A message of 3 MB in its envelope, which fills every window. */
const tooLarge = Buffer.alloc(3_000_005);
tooLarge.writeUInt32BE(3_000_000, 1);

it.each([
  ["Connect", "application/connect+proto", /"code":"resource_exhausted"/],
  ["gRPC-web", "application/grpc-web+proto", /grpc-status: 8/],
  ["gRPC", "application/grpc+proto", /grpc-status: 8/],
])(
  "a call by %s over HTTP/2 whose request is refused in the middle ends for both sides",
  async (_, type, status) => {
    const session = connect(await start());
    const call = session.request({ ":method": "POST", ":path": path, "content-type": type, te: "trailers" });
    let text = "";
    call.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    call.on("trailers", (trailers) => (text += `grpc-status: ${trailers["grpc-status"]}`));
    call.write(tooLarge);
    await once(call, "close");
    await new Promise<void>((resolve) => session.close(resolve));
    expect(text).toMatch(status);
    expect(call.rstCode).toBe(0);
  },
);
