import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { createServer as createHttp2 } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { GrpcWebFetchTransport } from "@protobuf-ts/grpcweb-transport";
import { MessageType, ScalarType } from "@protobuf-ts/runtime";
import { ServiceType } from "@protobuf-ts/runtime-rpc";
import { describe, expect, it } from "vitest";
import { addService, webHandler } from "@stratus/runtime/server";
import { descriptors } from "../../generated/interop/descriptors.js";
import { TestServiceServer } from "../../generated/interop/testing/index.server.js";
import { serviceOf } from "./connect-server.fixture.js";
import { ourHandler } from "./our-handler.fixture.js";

const service = serviceOf(descriptors.files, "grpc.testing.TestService");

/** A client of Connect's library by descriptors alone: messages have the types that the tests look at. */
interface Client {
  unaryCall(request: object, options?: object): Promise<{ payload?: { body: Uint8Array } }>;
  streamingOutputCall(request: object): AsyncIterable<{ payload?: { body: Uint8Array } }>;
  emptyCall(request: object, options?: object): Promise<object>;
}

const transports: [name: string, make: (baseUrl: string) => Transport][] = [
  ["Connect in the binary format", (baseUrl) => createConnectTransport({ baseUrl, useBinaryFormat: true })],
  ["Connect in JSON", (baseUrl) => createConnectTransport({ baseUrl })],
  ["gRPC-web", (baseUrl) => createGrpcWebTransport({ baseUrl })],
];

describe.each(transports)("connect-web by %s", (_, make) => {
  const open = (url: string) => createClient(service, make(url)) as unknown as Client;

  it("has responses, headers, trailers, streams and errors of our server", async () => {
    await using server = await ourHandler();
    const client = open(server.url);
    const heads: (string | null)[] = [];
    const { payload } = await client.unaryCall(
      { responseSize: 300 },
      {
        headers: { "x-ask": "yes" },
        onHeader: (headers: Headers) => heads.push(headers.get("x-head")),
        onTrailer: (headers: Headers) => heads.push(headers.get("x-tail-bin")),
      },
    );
    expect(payload?.body).toEqual(new Uint8Array(300).fill(7));
    expect(heads).toEqual(["yes", "AAEC"]);
    expect(server.peers[0]).toMatch(/^127\.0\.0\.1:\d+$/);
    const sizes: number[] = [];
    const stream = client.streamingOutputCall({ responseParameters: [{ size: 3 }, { size: 70_000 }] });
    for await (const one of stream) sizes.push(one.payload?.body.byteLength ?? -1);
    expect(sizes).toEqual([3, 70_000]);
    const error = ConnectError.from(
      await client
        .unaryCall({ responseStatus: { code: 9, message: "nö" } })
        .catch((reason: unknown) => reason),
    );
    expect(error).toMatchObject({ code: Code.FailedPrecondition, rawMessage: "nö" });
    expect(error.details).toMatchObject([{ type: "grpc.testing.Empty" }]);
  });

  it("ends a call at our server when it leaves, and by its deadline", async () => {
    await using server = await ourHandler();
    const client = open(server.url);
    const leaving = new AbortController();
    const call = client.emptyCall({}, { signal: leaving.signal });
    await expect.poll(() => server.waiting.length).toBe(1);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ code: Code.Canceled });
    await expect.poll(() => server.left.length).toBe(1);
    // On a slow machine a short call is over before the server has seen it.
    for (let timeoutMs = 50; server.waiting.length === 1; timeoutMs *= 2)
      await expect(client.emptyCall({}, { timeoutMs })).rejects.toMatchObject({
        code: Code.DeadlineExceeded,
      });
    await expect.poll(() => server.left.length).toBe(2);
  });
});

it("Google's grpc-web in mode=grpcweb is answered, and its text form is refused with a sentence", async () => {
  await using server = await ourHandler();
  const text = await fetch(`${server.url}/grpc.testing.TestService/UnaryCall`, {
    method: "POST",
    headers: { "content-type": "application/gRPC-Web-Text" },
    body: "AAAAAAA=",
  });
  expect(text.status).toBe(415);
  expect(await text.text()).toMatch(/mode=grpcweb/);
});

it("protobuf-ts calls our server by gRPC-web", async () => {
  await using server = await ourHandler();
  interface Message {
    responseSize?: number;
    username?: string;
  }
  const request = new MessageType<Message>("grpc.testing.SimpleRequest", [
    { no: 2, name: "response_size", kind: "scalar", T: ScalarType.INT32 },
  ]);
  const payload = new MessageType<{ body: Uint8Array }>("grpc.testing.Payload", [
    { no: 2, name: "body", kind: "scalar", T: ScalarType.BYTES },
  ]);
  const response = new MessageType<{ payload?: { body: Uint8Array } }>("grpc.testing.SimpleResponse", [
    { no: 1, name: "payload", kind: "message", T: () => payload },
  ]);
  const test = new ServiceType("grpc.testing.TestService", [
    { name: "UnaryCall", options: {}, I: request, O: response },
  ]);
  const transport = new GrpcWebFetchTransport({ baseUrl: server.url, format: "binary" });
  const call = transport.unary(test.methods[0]!, { responseSize: 5 }, transport.mergeOptions({}));
  expect((await call.response) as object).toMatchObject({ payload: { body: new Uint8Array(5).fill(7) } });
});

it.each(["connect", "grpcweb", "grpc"])("buf curl calls our server by %s", async (protocol) => {
  const handler = await webHandler(descriptors, (server) =>
    addService(
      server,
      TestServiceServer,
      { unaryCall: ({ responseSize }) => ({ payload: { body: new Uint8Array(responseSize) } }) },
      { partial: true },
    ),
  );
  const server = createHttp2(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/grpc.testing.TestService/UnaryCall`;
  const top = fileURLToPath(new URL("../../", import.meta.url));
  try {
    const { stdout } = await promisify(execFile)(
      "node_modules/.bin/buf",
      [
        "curl",
        "--schema",
        // Buf takes what is behind a comma in a path for options, so paths are those from the top.
        "test/interop/protos",
        "--protocol",
        protocol,
        "--http2-prior-knowledge",
        "-d",
        '{"responseSize":3}',
        url,
      ],
      { cwd: top, env: { ...process.env, HOME: await mkdtemp(join(tmpdir(), "buf-")) } },
    );
    expect(JSON.parse(stdout)).toEqual({ payload: { body: "AAAA" } });
  } finally {
    server.close();
  }
});
