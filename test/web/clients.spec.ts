import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { descriptors } from "../../generated/interop/descriptors.js";
import { Payload, TestServiceClient } from "../../generated/interop/testing/index.js";
import {
  type FetchRequest,
  Interop,
  type InteropOptions,
  tokenFromFunction,
} from "../../generated/interop/web.js";
import { jsonFormat } from "../../generated/interop/web-messages.js";
import { connectServer, serviceOf } from "./connect-server.fixture.js";
import { ourHandler } from "./our-handler.fixture.js";
import { codedError } from "../coded-error.js";

const service = serviceOf(descriptors.files, "grpc.testing.TestService");

interface Request {
  readonly responseSize: number;
  readonly responseStatus?: { readonly code: number; readonly message: string };
  readonly responseParameters: { readonly size: number }[];
}

/** The service of the interop tests, by Connect's own library. */
const theirs = () =>
  connectServer(service, {
    unaryCall(message, context) {
      const request = message as Request;
      context.responseHeader.set("x-head", context.requestHeader.get("x-ask") ?? "");
      context.responseTrailer.set("x-tail-bin", "AAEC");
      if (request.responseStatus) {
        throw new ConnectError(request.responseStatus.message, request.responseStatus.code, undefined, [
          { desc: service.methods[0]!.input, value: {} },
        ]);
      }
      return { payload: { body: new Uint8Array(request.responseSize).fill(7) } };
    },
    async *streamingOutputCall(message, context) {
      const request = message as Request;
      for (const { size } of request.responseParameters) yield { payload: { body: new Uint8Array(size) } };
      context.responseTrailer.set("x-tail", "end");
      if (request.responseStatus) throw new ConnectError("enough", request.responseStatus.code);
    },
    async emptyCall(_request, context) {
      await new Promise((_, reject) => {
        context.signal.addEventListener("abort", () => reject(context.signal.reason));
      });
      return {};
    },
  });

const protocols: [name: string, options: Partial<InteropOptions>][] = [
  ["gRPC-web", { protocol: "grpc-web" }],
  ["gRPC-web with gzip", { protocol: "grpc-web", compression: "gzip" }],
  ["Connect", { protocol: "connect" }],
  ["Connect with gzip", { protocol: "connect", compression: "gzip" }],
  ["Connect in JSON", { protocol: "connect", format: jsonFormat }],
];

/** A client, and the requests that it has sent. */
function connect(baseUrl: string, options: Partial<InteropOptions>) {
  const seen: FetchRequest[] = [];
  const session = new Interop({
    baseUrl,
    credentials: tokenFromFunction(() => "token-1"),
    retry: false,
    fetch: (url, request) => {
      seen.push(request);
      return fetch(url, request);
    },
    ...options,
  });
  return { seen, client: new TestServiceClient(session, { endpoint: { host: "test.example" } }) };
}

const servers: [name: string, open: () => Promise<{ readonly url: string } & AsyncDisposable>][] = [
  ["Connect's library", theirs],
  ["ours", ourHandler],
];
const pairs = servers.flatMap(([server, open]) =>
  protocols.map(([protocol, options]) => ({ server, open, protocol, options })),
);

describe.each(pairs)("a client by $protocol of a server of $server", ({ open, options }) => {
  it("makes a unary call, with headers and trailers both ways", async () => {
    await using server = await open();
    const { client } = connect(server.url, options);
    const payload = { body: new Uint8Array(20_000) };
    const call = client.unaryCall({ responseSize: 3_000, payload }, { metadata: { "x-ask": "yes" } });
    const { data, header, trailer } = await call.withResponse();
    expect(data.payload?.body).toEqual(new Uint8Array(3_000).fill(7));
    expect(header.get("x-head")).toBe("yes");
    expect(trailer.getBinary("x-tail-bin")).toEqual(Uint8Array.of(0, 1, 2));
  });

  it("has the code, the text and the details of a failure", async () => {
    await using server = await open();
    const { client } = connect(server.url, options);
    const responseStatus = { code: Code.FailedPrecondition, message: "nein, ä%" };
    await expect(client.unaryCall({ responseStatus })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      text: "nein, ä%",
      details: [{ typeName: "grpc.testing.Empty" }],
    });
  });

  it("reads a stream to its end, and to its failure", async () => {
    await using server = await open();
    const { client } = connect(server.url, options);
    const sizes = [1, 5_000, 0];
    const responseParameters = sizes.map((size) => ({ size }));
    const read: number[] = [];
    const stream = client.streamingOutputCall({ responseParameters });
    for await (const { payload } of stream) read.push(payload?.body.byteLength ?? -1);
    expect(read).toEqual(sizes);
    const failing = client.streamingOutputCall({
      responseParameters,
      responseStatus: { code: 8, message: "" },
    });
    await expect(
      (async () => {
        for await (const one of failing) read.push(one.payload?.body.byteLength ?? -1);
      })(),
    ).rejects.toMatchObject({ code: "RESOURCE_EXHAUSTED", text: "enough" });
    expect(read).toEqual([...sizes, ...sizes]);
  });

  it("says how long it waits, and gives up then", async () => {
    await using server = await open();
    const { client, seen } = connect(server.url, options);
    await expect(client.emptyCall({}, { timeoutMs: 500 })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
    });
    const timeout = seen[0]?.headers.find(([name]) => /^(?:grpc-timeout|connect-timeout-ms)$/.test(name));
    expect(Number.parseInt(timeout?.[1] ?? "")).toBeLessThan(501);
  });

  it("ends a call at the server when its signal is aborted, with the reason", async () => {
    await using server = await open();
    const { client, seen } = connect(server.url, options);
    const leaving = new AbortController();
    const call = client.emptyCall({}, { signal: leaving.signal });
    await expect.poll(() => seen.length).toBe(1);
    leaving.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });

  it("is told that a method is not there, and refuses streams of requests with a sentence", async () => {
    await using server = await open();
    const { client, seen } = connect(server.url, options);
    await expect(client.unimplementedCall({})).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
    await expect(client.streamingInputCall([{ payload: Payload.create() }])).rejects.toThrow(
      codedError("UNIMPLEMENTED", "grpc.testing.TestService/StreamingInputCall"),
    );
    expect(seen).toHaveLength(1);
  });

  it("keeps the limits of sizes", async () => {
    await using server = await open();
    const { client, seen } = connect(server.url, { ...options, maxReceiveBytes: 1_000, maxSendBytes: 500 });
    await expect(client.unaryCall({ responseSize: 2_000 })).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      text: expect.stringContaining("larger than max"),
    });
    await expect(client.unaryCall({ payload: { body: new Uint8Array(600) } })).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
    });
    expect(seen).toHaveLength(1);
  });
});
