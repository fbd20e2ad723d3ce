import { createServer as createHttp1, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttp2, createSecureServer as createSecureHttp2 } from "node:http2";
import { createServer as createHttps } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { addService, webHandler } from "@stratus/runtime/server";
import { ConformanceServiceServer } from "../../../generated/interop/connectrpc/conformance/v1/index.server.js";
import {
  HTTPVersion,
  type ServerCompatRequest,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { descriptors } from "../../../generated/interop/descriptors.js";
import { ourHandlers } from "./our-service.js";

/** Starts the server that a configuration asks for, on a free port of 127.0.0.1, and returns the port. */
export type StartServer = (order: ServerCompatRequest) => Promise<number>;

const pem = (bytes: Uint8Array | undefined): Buffer => Buffer.from(bytes ?? []);

/** Starts `webHandler` in a server of Node. */
export const startWebHandler: StartServer = async (order) => {
  const handler = await webHandler(
    descriptors,
    (server) => addService(server, ConformanceServiceServer, ourHandlers, { partial: true }),
    order.messageReceiveLimit > 0 ? { maxReceiveBytes: order.messageReceiveLimit } : {},
  );
  const server = nodeServer(order, handler as (request: IncomingMessage, response: ServerResponse) => void);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

function nodeServer(
  { httpVersion, useTls, serverCreds }: ServerCompatRequest,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): NetServer {
  const pair = { cert: pem(serverCreds?.cert), key: pem(serverCreds?.key) };
  if (httpVersion === HTTPVersion.HTTP_VERSION_1)
    return useTls ? createHttps(pair, handler) : createHttp1(handler);
  return useTls ? createSecureHttp2(pair, handler as never) : createHttp2(handler as never);
}

/** Starts services in a server of grpc-js. */
export const startGrpcServer: StartServer = (order) => {
  const { messageReceiveLimit, serverCreds, useTls } = order;
  const server = new Server(
    messageReceiveLimit > 0 ? { "grpc.max_receive_message_length": messageReceiveLimit } : {},
  );
  addService(server, ConformanceServiceServer, ourHandlers, { partial: true });
  const pair = { cert_chain: pem(serverCreds?.cert), private_key: pem(serverCreds?.key) };
  const credentials = useTls ? ServerCredentials.createSsl(null, [pair]) : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
};
