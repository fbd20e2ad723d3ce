/**
 * The room of servers for browsers: services of grpc-js answered by Connect and gRPC-web too, by Connect's own library,
 * which is loaded here alone.
 *
 * @module
 */
import { defaults } from "../../base/defaults.js";
import type { ApiDescriptors } from "../../entries/generated/sdk-v1.js";
import { guardCalls } from "./call-guard.js";
import { type CorsOptions, type NodeHandler, type NodeRequest, withCors } from "./cors.js";
import { type AddServices, loadServices } from "./load-services.js";
import { endUnreadRequests } from "./unread-request.js";

/** Options of a handler for browsers; all may be left out. */
export interface WebHandlerOptions {
  /** The other origins whose pages may call. All other pages are refused with HTTP status 403 before the call. */
  readonly cors?: CorsOptions | undefined;
  /** Answers all other requests. Default: 404. */
  readonly fallback?: NodeHandler | undefined;
  /** Largest request, in bytes. Default 4 MiB, as that of grpc-js. */
  readonly maxReceiveBytes?: number | undefined;
}

/**
 * A handler for a server of `node:http`, `node:https` or `node:http2` that answers services by Connect and gRPC-web, and
 * over HTTP/2 by gRPC as well. Services are added as to a server of grpc-js:
 *
 * ```ts
 * const handler = await webHandler(descriptors, (server) => addService(server, InstanceServiceServer, handlers));
 * createServer(handler).listen(8080);
 * ```
 *
 * It needs the packages `@connectrpc/connect`, `@connectrpc/connect-node`, `@bufbuild/protobuf` and `@grpc/grpc-js`.
 *
 * @param descriptors Those of the SDK: `descriptors` of `@svc/cloud/descriptors`.
 * @throws An OptionsError for what is not an origin, and an Error if a service is not among the descriptors.
 */
export async function webHandler(
  descriptors: ApiDescriptors,
  add: AddServices,
  options: WebHandlerOptions = {},
): Promise<NodeHandler> {
  const [services, node] = await Promise.all([
    loadServices(descriptors, add),
    import("@connectrpc/connect-node"),
  ]);
  const { connect, jsonOptions, paths } = services;
  const key = connect.createContextKey<NodeRequest | undefined>(undefined);
  const handler = node.connectNodeAdapter({
    jsonOptions,
    readMaxBytes: options.maxReceiveBytes ?? defaults.serverMaxReceiveBytes,
    contextValues: (request) => connect.createContextValues().set(key, request),
    // Its own type of an answer differs from Node's by the types of two callbacks.
    ...(options.fallback ? { fallback: options.fallback as never } : {}),
    routes: (router) => services.addRoutes(router, ({ values }) => placeOf(values.get(key))),
  });
  const guarded = guardCalls(endUnreadRequests(handler), { paths, origins: new Set(options.cors?.origins) });
  return options.cors ? withCors(guarded, options.cors) : guarded;
}

function placeOf(request: NodeRequest | undefined): { readonly peer: string; readonly authority: string } {
  const { remoteAddress = "", remotePort = 0 } = request?.socket ?? {};
  const host = remoteAddress.includes(":") ? `[${remoteAddress}]` : remoteAddress;
  const authority = request?.headers[":authority"] ?? request?.headers.host ?? "";
  return { peer: host === "" ? "" : `${host}:${remotePort}`, authority: String(authority) };
}
