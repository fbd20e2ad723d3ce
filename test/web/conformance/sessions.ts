import { Agent, fetch as undiciFetch } from "undici";
import {
  Codec,
  Compression,
  type ClientCompatRequest,
  ConformanceServiceClient,
  HTTPVersion,
  Protocol,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { Interop as NodeSession, staticToken } from "../../../generated/interop/index.js";
import { type FetchFunction, Interop as WebSession } from "../../../generated/interop/web.js";
import { jsonFormat } from "../../../generated/interop/web-messages.js";

/** A client for one call. */
export interface OpenClient extends AsyncDisposable {
  readonly client: ConformanceServiceClient;
}

/** Opens the session that a call asks for. */
export type Open = (request: ClientCompatRequest) => OpenClient;

/** Retries would hide failures. The suite accepts any credentials. */
function common({ compression, messageReceiveLimit }: ClientCompatRequest) {
  return {
    credentials: staticToken("conformance"),
    retry: false as const,
    ...(compression === Compression.GZIP ? { compression: "gzip" as const } : {}),
    ...(messageReceiveLimit > 0 ? { maxReceiveBytes: messageReceiveLimit } : {}),
  };
}

const trusted = ({ serverTlsCert }: ClientCompatRequest): string => Buffer.from(serverTlsCert).toString();

/** Opens the session over `fetch`: Node's own without TLS, and that of undici with it, which alone accepts a certificate. */
export const openWebSession: Open = (request) => {
  const isSecure = request.serverTlsCert.length > 0;
  const allowH2 = request.httpVersion === HTTPVersion.HTTP_VERSION_2;
  const agent = isSecure ? new Agent({ allowH2, connect: { ca: trusted(request) } }) : undefined;
  const secureFetch = (url: string, init: object): unknown =>
    undiciFetch(url, { ...init, ...(agent ? { dispatcher: agent } : {}) });
  const session = new WebSession({
    ...common(request),
    baseUrl: `${isSecure ? "https" : "http"}://${request.host}:${request.port}`,
    protocol: request.protocol === Protocol.CONNECT ? "connect" : "grpc-web",
    ...(request.codec === Codec.JSON ? { format: jsonFormat } : {}),
    ...(request.useGetHttpMethod ? { useGet: true } : {}),
    ...(agent ? { fetch: secureFetch as FetchFunction } : {}),
  });
  return {
    client: new ConformanceServiceClient(session, { endpoint: { host: "conformance.example" } }),
    async [Symbol.asyncDispose]() {
      session.close();
      await agent?.destroy();
    },
  };
};

/** Opens the session of Node, which uses gRPC over HTTP/2. */
export const openNodeSession: Open = (request) => {
  const { host, port, serverTlsCert } = request;
  const session = new NodeSession({
    ...common(request),
    endpoint: `${host}:${port}`,
    ...(serverTlsCert.length > 0 ? { tls: { ca: trusted(request) } } : { insecure: true }),
  });
  return {
    // The certificate of the suite names this host.
    client: new ConformanceServiceClient(session, { endpoint: { host: "localhost" } }),
    async [Symbol.asyncDispose]() {
      session.close();
    },
  };
};
