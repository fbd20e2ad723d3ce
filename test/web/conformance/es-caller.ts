import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { ConnectError, createClient, type Transport } from "@connectrpc/connect";
import type { UniversalClientFn } from "@connectrpc/connect/protocol";
import { createTransport as connectTransport } from "@connectrpc/connect/protocol-connect";
import { createTransport as grpcTransport } from "@connectrpc/connect/protocol-grpc";
import { createTransport as grpcWebTransport } from "@connectrpc/connect/protocol-grpc-web";
import { compressionGzip, createNodeHttpClient, Http2SessionManager } from "@connectrpc/connect-node";
import { UnaryResponse } from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Any } from "../../../generated/interop/index.js";
import type { Caller, CallOrder, Target } from "./caller.js";
import type { Permutation } from "./expand.js";
import { headersOf } from "./outcome.js";
import { heldType, pairsOf, registry, service, typeOf } from "./vocabulary.js";

const transports: { readonly [protocol: string]: typeof connectTransport } = {
  CONNECT: connectTransport,
  GRPC: grpcTransport,
  GRPC_WEB: grpcWebTransport,
};

/** Changes requests on their way, and looks at answers. */
export type OnTheWay = (send: UniversalClientFn) => UniversalClientFn;

interface Options {
  headers: Headers;
  signal: AbortSignal;
  timeoutMs?: number;
  onHeader(headers: Headers): void;
  onTrailer(trailers: Headers): void;
}

/** The methods of the service by Connect's own library, which knows them by descriptors alone. */
interface Methods {
  [method: string]: (request: Message | AsyncIterable<Message>, options: Options) => unknown;
}

/** A client of Connect's own library. */
export function esCaller(target: Target, permutation: Permutation, way: OnTheWay = (send) => send): Caller {
  const isHttp1 = permutation.version === "HTTP_VERSION_1";
  const tls = target.certificate === undefined ? {} : { ca: target.certificate };
  // As all clients keep connections: Node's servers cut one that is for a single call while its request is still coming.
  const agent = new (target.certificate === undefined ? Agent : SecureAgent)({ keepAlive: true, ...tls });
  const manager = isHttp1 ? undefined : new Http2SessionManager(target.url, undefined, tls);
  const http = manager
    ? createNodeHttpClient({ httpVersion: "2", sessionProvider: () => manager })
    : createNodeHttpClient({ httpVersion: "1.1", nodeOptions: { agent } });
  const isPacked = permutation.compression === "GZIP";
  const transport: Transport = transports[permutation.protocol]!({
    httpClient: way(http),
    baseUrl: target.url,
    useBinaryFormat: permutation.codec === "PROTO",
    interceptors: [],
    jsonOptions: { registry },
    acceptCompression: isPacked ? [compressionGzip] : [],
    sendCompression: isPacked ? compressionGzip : null,
    compressMinBytes: 0,
    readMaxBytes: 2 ** 31,
    writeMaxBytes: 2 ** 31,
    useHttpGet: permutation.request.useGetHttpMethod,
  });
  const methods = createClient(service, transport) as unknown as Methods;
  return {
    call: (order) => callEs(methods, order),
    explain(error) {
      const { code, rawMessage, details, metadata } = ConnectError.from(error);
      return {
        code: code,
        message: rawMessage,
        details: details.flatMap((detail) =>
          "type" in detail ? [{ typeUrl: `type.googleapis.com/${detail.type}`, value: detail.value }] : [],
        ),
        trailers: headersOf(metadata),
      };
    },
    async [Symbol.asyncDispose]() {
      manager?.abort();
      agent.destroy();
    },
  };
}

async function callEs(methods: Methods, order: CallOrder): Promise<void> {
  const { method, streamType } = order.permutation;
  const headers = new Headers();
  for (const [name, value] of pairsOf(order.headers)) {
    headers.append(name, typeof value === "string" ? value : Buffer.from(value).toString("base64"));
  }
  const options: Options = {
    headers,
    signal: order.signal,
    ...(order.timeoutMs === undefined ? {} : { timeoutMs: order.timeoutMs }),
    onHeader: (received) => order.seen.header(headersOf(received)),
    onTrailer: (received) => order.seen.trailer(headersOf(received)),
  };
  const call = methods[method.charAt(0).toLowerCase() + method.slice(1)]!;
  const payload = (response: unknown): void => {
    // All responses have the payload as their one field.
    const bytes = toBinary(typeOf(`${method}Response`), response as Message);
    order.seen.payload(UnaryResponse.decode(bytes).payload ?? { data: new Uint8Array(0) });
  };
  const messages = messagesOf(order.requests);
  const input =
    streamType === "UNARY" || streamType === "SERVER_STREAM" ? (await messages.next()).value! : messages;
  if (streamType === "UNARY" || streamType === "CLIENT_STREAM") return payload(await call(input, options));
  for await (const response of call(input, options) as AsyncIterable<unknown>) payload(response);
}

async function* messagesOf(requests: AsyncIterable<Any>): AsyncGenerator<Message, void> {
  for await (const request of requests) yield fromBinary(typeOf(heldType(request)), request.value);
}
