import { createServer as createHttp1, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttp2, createSecureServer as createSecureHttp2 } from "node:http2";
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from "node:http2";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import type { ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter, compressionGzip } from "@connectrpc/connect-node";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { addService, webHandler } from "@stratus/runtime/server";
import { descriptors } from "../../../generated/interop/descriptors.js";
import { ConformanceServiceServer } from "../../../generated/interop/connectrpc/conformance/v1/index.server.js";
import { testCertificate, testCertificateKey } from "../../../runtime/src/fixture/tls.fixture.js";
import type { Target } from "./caller.js";
import { type EsHandlers, esHandlers } from "./es-service.js";
import { receiveLimit } from "./expand.js";
import { ourHandlers } from "./our-service.js";
import { registry, service } from "./vocabulary.js";

/** How a server is to listen. */
export interface ServerOrder {
  readonly version: string;
  readonly tls: boolean;
  /** Whether it keeps `receiveLimit`. */
  readonly limit: boolean;
}

/** A server that listens. */
export interface LiveServer extends Target, AsyncDisposable {}

/** A handler of any server of Node's. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server for cases. */
export type StartServer = (order: ServerOrder) => Promise<LiveServer>;

/** Our services behind HTTP of either version. */
export const startOurWebServer: StartServer = async (order) => {
  const handler = await webHandler(
    descriptors,
    (server) => addService(server, ConformanceServiceServer, ourHandlers, { partial: true }),
    order.limit ? { maxReceiveBytes: receiveLimit } : {},
  );
  return listen(handler as Handler, order);
};

/** Our services in a server of grpc-js. */
export const startOurGrpcServer: StartServer = async ({ tls, limit }) => {
  const server = new Server(limit ? { "grpc.max_receive_message_length": receiveLimit } : {});
  addService(server, ConformanceServiceServer, ourHandlers, { partial: true });
  const pair = { cert_chain: Buffer.from(testCertificate), private_key: Buffer.from(testCertificateKey) };
  const credentials = tls ? ServerCredentials.createSsl(null, [pair]) : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { ...targetOf(port, tls), [Symbol.asyncDispose]: async () => server.forceShutdown() };
};

/** Services of Connect's own library, which may be wrong on purpose. */
export function startEsServer(
  handlers: EsHandlers = esHandlers,
  around: (handler: Handler) => Handler = (own) => own,
): StartServer {
  return (order) => {
    const handler = connectNodeAdapter({
      routes: (router) => void router.service(service, handlers as ServiceImpl<typeof service>),
      jsonOptions: { registry },
      acceptCompression: [compressionGzip],
      compressMinBytes: 0,
      ...(order.limit ? { readMaxBytes: receiveLimit } : {}),
    });
    return listen(around(handler as Handler), order);
  };
}

async function listen(handler: Handler, { version, tls }: ServerOrder): Promise<LiveServer> {
  const pair = { cert: testCertificate, key: testCertificateKey };
  const isHttp1 = version === "HTTP_VERSION_1";
  const server = isHttp1
    ? tls
      ? createHttps(pair, handler)
      : createHttp1(handler)
    : tls
      ? createSecureHttp2(pair, handler as never)
      : createHttp2(handler as never);
  const sessions = new Set<ServerHttp2Session>();
  if (!isHttp1) {
    (server as Http2Server | Http2SecureServer).on("session", (session) => {
      sessions.add(session);
      session.once("close", () => sessions.delete(session));
    });
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...targetOf((server.address() as AddressInfo).port, tls),
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function targetOf(port: number, tls: boolean): Target {
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    certificate: tls ? testCertificate : undefined,
  };
}
