import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestHttp1,
} from "node:http";
import { connect, createServer as createHttp2 } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { addService, webHandler } from "@stratus/runtime/server";
import { afterEach, expect, it } from "vitest";
import { descriptors } from "../../generated/interop/descriptors.js";
import { TestServiceServer } from "../../generated/interop/testing/index.server.js";

const path = "/grpc.testing.TestService/StreamingInputCall";
let server: Server | undefined;

/** Starts a server that refuses messages of more than 1,000 bytes. */
async function start(create: (handler: never) => Server): Promise<string> {
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
  server = create(handler as never);
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
    const session = connect(await start((handler) => createHttp2(handler)));
    const call = session.request({ ":method": "POST", ":path": path, "content-type": type, te: "trailers" });
    let text = "";
    call.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    call.on("trailers", (trailers) => (text += `grpc-status: ${trailers["grpc-status"]}`));
    call.write(tooLarge);
    await once(call, "close");
    const closed = once(session, "close");
    session.destroy();
    await closed;
    expect(text).toMatch(status);
    expect(call.rstCode).toBe(0);
  },
);

it.each([
  ["Connect", "application/connect+proto", /"code":"resource_exhausted"/],
  ["gRPC-web", "application/grpc-web+proto", /grpc-status: 8/],
])(
  "a connection of HTTP/1.1 is used again after a request by %s that is refused in the middle",
  async (_, type, status) => {
    const origin = await start((handler) => createServer(handler));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const options = { method: "POST", headers: { "content-type": type }, agent };
    const first = requestHttp1(`${origin}${path}`, options);
    first.write(tooLarge);
    expect(await textOf(first)).toMatch(status);
    const { socket } = first;
    first.end(tooLarge);
    const second = requestHttp1(`${origin}${path}`, options).end(Buffer.alloc(5));
    expect((await textOf(second)).length).toBeGreaterThan(0);
    expect(second.socket).toBe(socket);
    agent.destroy();
  },
);

async function textOf(call: ClientRequest): Promise<string> {
  const [response] = (await once(call, "response")) as [IncomingMessage];
  const chunks = await response.toArray();
  return Buffer.concat(chunks as Buffer[]).toString("latin1");
}
