import { fetch as undiciFetch, Agent } from "undici";
import {
  BidiStreamRequest,
  ClientStreamRequest,
  Code,
  ConformanceServiceClient,
  type ConformancePayload,
  IdempotentUnaryRequest,
  ServerStreamRequest,
  UnaryRequest,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import {
  type Any,
  CallError,
  type Metadata,
  staticToken,
  Interop as NodeSession,
} from "../../../generated/interop/index.js";
import { type FetchFunction, Interop as WebSession } from "../../../generated/interop/web.js";
import { jsonFormat } from "../../../generated/interop/web-messages.js";
import type { Caller, CallFailure, CallOrder, Target } from "./caller.js";
import type { Permutation } from "./expand.js";
import { headersOf } from "./outcome.js";
import { theirCode } from "./our-service.js";
import { pairsOf } from "./vocabulary.js";

const endpoint = { host: "conformance.example" };

/** The session over `fetch`: Node's own without TLS, and that of undici with it, which alone takes a certificate. */
export function ourWebCaller({ url, certificate }: Target, permutation: Permutation): Caller {
  const { codec, compression, protocol, request, version } = permutation;
  const agent =
    certificate === undefined
      ? undefined
      : new Agent({ allowH2: version === "HTTP_VERSION_2", connect: { ca: certificate } });
  const secureFetch = (address: string, init: object): unknown =>
    undiciFetch(address, { ...init, dispatcher: agent! });
  const session = new WebSession({
    baseUrl: url,
    protocol: protocol === "CONNECT" ? "connect" : "grpc-web",
    ...(codec === "JSON" ? { format: jsonFormat } : {}),
    ...(compression === "GZIP" ? { compression: "gzip" as const } : {}),
    ...(request.useGetHttpMethod ? { useGet: true } : {}),
    ...(agent ? { fetch: secureFetch as FetchFunction } : {}),
    credentials: staticToken("conformance"),
    retry: false,
  });
  return callerOf(new ConformanceServiceClient(session, { endpoint }), async () => {
    session.close();
    await agent?.destroy();
  });
}

/** The session over HTTP/2, by gRPC. */
export function ourGrpcCaller({ url, certificate }: Target, { compression }: Permutation): Caller {
  const { host } = new URL(url);
  const session = new NodeSession({
    // The names of the certificate.
    apiDomain: "store.api.example.com",
    endpoint: host,
    credentials: staticToken("conformance"),
    retry: false,
    ...(compression === "GZIP" ? { compression: "gzip" as const } : {}),
    ...(certificate === undefined ? { insecure: true } : { tls: { ca: certificate } }),
  });
  return callerOf(new ConformanceServiceClient(session, { endpoint: "things" }), async () => session.close());
}

function callerOf(client: ConformanceServiceClient, close: () => Promise<void>): Caller {
  return { call: (order) => callOurs(client, order), explain, [Symbol.asyncDispose]: close };
}

function explain(error: unknown): CallFailure {
  // A call that is aborted is rejected with the reason of its signal.
  if (error instanceof DOMException && error.name === "AbortError") {
    return { code: Code.CANCELED, message: error.message, details: [] };
  }
  if (!(error instanceof CallError))
    return { code: Code.UNKNOWN, message: `no CallError: ${String(error)}`, details: [] };
  return {
    code: theirCode(error.code),
    message: error.text,
    details: error.details.map(({ typeName, value }) => ({
      typeUrl: `type.googleapis.com/${typeName}`,
      value,
    })),
    headers: headersOf(error.header ?? []),
    trailers: headersOf(error.trailer ?? []),
  };
}

async function callOurs(client: ConformanceServiceClient, order: CallOrder): Promise<void> {
  const options = {
    metadata: pairsOf(order.headers),
    signal: order.signal,
    ...(order.timeoutMs === undefined ? {} : { timeoutMs: order.timeoutMs }),
  };
  const one = async (call: { withResponse(): Promise<Whole> }): Promise<void> => {
    const { data, header, trailer } = await call.withResponse();
    order.seen.header(headersOf(header));
    order.seen.trailer(headersOf(trailer));
    order.seen.payload(data.payload ?? { data: new Uint8Array(0) });
  };
  const many = async (stream: { withResponse(): Promise<Stream> }): Promise<void> => {
    const response = await stream.withResponse();
    order.seen.header(headersOf(response.header));
    for await (const { payload } of response.messages)
      order.seen.payload(payload ?? { data: new Uint8Array(0) });
    order.seen.trailer(headersOf(response.trailer));
  };
  const first = async (): Promise<Uint8Array> => {
    for await (const { value } of order.requests) return value;
    throw new Error("the case has no request");
  };
  switch (order.permutation.method) {
    case "Unary":
      return one(client.unary(UnaryRequest.decode(await first()), options));
    case "IdempotentUnary":
      return one(client.idempotentUnary(IdempotentUnaryRequest.decode(await first()), options));
    case "Unimplemented":
      await first();
      return void (await client.unimplemented({}, options));
    case "ServerStream":
      return many(client.serverStream(ServerStreamRequest.decode(await first()), options));
    case "ClientStream":
      return one(client.clientStream(decoded(ClientStreamRequest, order.requests), options));
    default:
      return many(client.bidiStream(decoded(BidiStreamRequest, order.requests), options));
  }
}

interface Whole {
  readonly data: { readonly payload?: ConformancePayload | undefined };
  readonly header: Metadata;
  readonly trailer: Metadata;
}

interface Stream {
  readonly messages: AsyncIterable<{ readonly payload?: ConformancePayload | undefined }>;
  readonly header: Metadata;
  readonly trailer: Metadata;
}

async function* decoded<T>(
  type: { decode(bytes: Uint8Array): T },
  requests: AsyncIterable<Any>,
): AsyncGenerator<T, void> {
  for await (const { value } of requests) yield type.decode(value);
}
