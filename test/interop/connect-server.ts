import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { create, createFileRegistry, fromBinary, type Message } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { descriptors } from "../../generated/interop/descriptors.js";
import type {
  EchoStatus,
  SimpleRequest,
  StreamingInputCallRequest,
  StreamingOutputCallRequest,
} from "../../generated/interop/testing/index.js";

const registry = createFileRegistry(
  create(FileDescriptorSetSchema, {
    file: descriptors.files.map((text) => fromBinary(FileDescriptorProtoSchema, base64Decode(text))),
  }),
);

/** What protobuf-es makes of a message has our fields, and its own mark. */
type Of<T> = Message & T;

const initial = "x-grpc-test-echo-initial";
const trailing = "x-grpc-test-echo-trailing-bin";

function echo({ requestHeader, responseHeader, responseTrailer }: HandlerContext): void {
  const [header, trailer] = [requestHeader.get(initial), requestHeader.get(trailing)];
  if (header !== null) responseHeader.set(initial, header);
  if (trailer !== null) responseTrailer.set(trailing, trailer);
}

function endWith(status: EchoStatus | undefined): void {
  if (status && status.code !== 0) throw new ConnectError(status.message, status.code as Code);
}

async function* answers({ responseStatus, responseParameters }: StreamingOutputCallRequest) {
  endWith(responseStatus);
  for (const { size, intervalUs } of responseParameters) {
    if (intervalUs > 0) await pause(intervalUs / 1_000);
    yield { payload: { body: new Uint8Array(size) } };
  }
}

/** The service of the interop tests, as Connect's own library would have it. */
const handlers = {
  emptyCall: () => ({}),
  unaryCall({ responseStatus, responseSize }: Of<SimpleRequest>, context: HandlerContext) {
    echo(context);
    endWith(responseStatus);
    return { payload: { body: new Uint8Array(responseSize) } };
  },
  streamingOutputCall: (request: Of<StreamingOutputCallRequest>) => answers(request),
  async streamingInputCall(requests: AsyncIterable<Of<StreamingInputCallRequest>>) {
    let size = 0;
    for await (const { payload } of requests) size += payload?.body.byteLength ?? 0;
    return { aggregatedPayloadSize: size };
  },
  async *fullDuplexCall(requests: AsyncIterable<Of<StreamingOutputCallRequest>>, context: HandlerContext) {
    echo(context);
    for await (const request of requests) yield* answers(request);
  },
};

/** Starts the test service on connect-node, without TLS. */
export async function startConnectServer(): Promise<{ readonly address: string } & AsyncDisposable> {
  const service = registry.getService("grpc.testing.TestService");
  if (!service) throw new Error("the descriptors have no test service");
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer(
    connectNodeAdapter({ routes: (router) => void router.service(service, handlers as never) }),
  );
  server.on("session", (session) => sessions.add(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
