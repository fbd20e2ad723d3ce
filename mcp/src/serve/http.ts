import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { UsageError } from "@stratus/dynamic-client";
import type { CallerToken } from "./caller-token.js";
import { isOwnRequest } from "./own-requests.js";

/** A running HTTP server. */
export interface HttpServing extends AsyncDisposable {
  /** The URL for clients. */
  readonly url: string;
}

/**
 * Serves over HTTP on a loopback address. Callers must send the token.
 *
 * @param address The host and port. Port 0 selects a free port.
 * @throws A UsageError if the address is not a loopback address.
 */
export async function serveOverHttp(
  make: () => McpServer,
  address: string,
  token: CallerToken,
): Promise<HttpServing> {
  const { host, port } = readAddress(address);
  const handler = createMcpHandler(make, { onerror: () => undefined });
  const serve = toNodeHandler(handler);
  const server = createServer((request, response) => {
    if (!isOwnRequest(request, response) || !isAllowed(token, request, response)) return;
    // A request that a server has got has a method and an address.
    serve(request as IncomingMessage & NodeIncomingMessageLike, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/mcp`,
    [Symbol.asyncDispose]: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isAllowed(
  token: CallerToken,
  request: IncomingMessage & { auth?: object },
  response: ServerResponse,
): boolean {
  const [path] = (request.url ?? "").split("?", 1);
  if (path !== "/mcp") {
    response.writeHead(404).end();
    return false;
  }
  const caller = token.authenticate(request.headers.authorization);
  // Nothing behind this line sees the token, so that none of it can pass it on.
  delete request.headers.authorization;
  if (caller === undefined) {
    response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    return false;
  }
  request.auth = { token: "", clientId: caller, scopes: [] };
  return true;
}

function readAddress(address: string): { readonly host: string; readonly port: number } {
  const [, host = "", port = ""] =
    /^(127\.0\.0\.1|localhost|\[::1\]):(\d{1,5})$/.exec(address.toLowerCase()) ?? [];
  if (host === "" || Number(port) > 65_535)
    throw new UsageError(
      "INSECURE",
      `--http ${address} is not a loopback address; use an address such as 127.0.0.1:4000`,
    );
  return { host: host === "localhost" ? "127.0.0.1" : host.replace(/[[\]]/g, ""), port: Number(port) };
}
