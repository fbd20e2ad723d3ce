import { defaults } from "../../base/defaults.js";
import type { ApiDescriptors } from "../../entries/generated/sdk-v1.js";
import { capTimeouts } from "./call-guard.js";
import { type CorsOptions, maxAgeSeconds, requireOrigins } from "./cors.js";
import { type AddServices, loadServices } from "./load-services.js";

/** Options of a handler for frameworks with the requests of `fetch`; all may be left out. */
export interface FetchHandlerOptions {
  /** The other origins whose pages may call. All other pages are refused with HTTP status 403 before the call. */
  readonly cors?: CorsOptions | undefined;
  /** Largest request, in bytes. Default 4 MiB, as that of grpc-js. */
  readonly maxReceiveBytes?: number | undefined;
}

/** Answers a request of `fetch`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * A handler for frameworks with the requests of `fetch`, such as Hono and the route handlers of Next, that answers services by
 * Connect and gRPC-web:
 *
 * ```ts
 * const handler = await fetchHandler(descriptors, (server) => addService(server, InstanceServiceServer, handlers));
 * app.all("/api/*", (context) => handler(context.req.raw));
 * ```
 *
 * The paths of methods may have any prefix. All other paths are 404. It needs the packages `@connectrpc/connect`,
 * `@bufbuild/protobuf` and `@grpc/grpc-js`. `webHandler` is the same for servers of Node.
 *
 * @throws An OptionsError for what is not an origin, and an Error if a service is not among the descriptors.
 */
export async function fetchHandler(
  descriptors: ApiDescriptors,
  add: AddServices,
  options: FetchHandlerOptions = {},
): Promise<FetchHandler> {
  const [services, { createFetchHandler }] = await Promise.all([
    loadServices(descriptors, add),
    import("@connectrpc/connect/protocol"),
  ]);
  const origins = requireOrigins(options.cors?.origins ?? []);
  const router = services.connect.createConnectRouter({
    jsonOptions: services.jsonOptions,
    readMaxBytes: options.maxReceiveBytes ?? defaults.serverMaxReceiveBytes,
  });
  services.addRoutes(router, ({ requestHeader }) => ({
    peer: "",
    authority: requestHeader.get("host") ?? "",
  }));
  const byPath = new Map(
    router.handlers.map((handler) => [handler.requestPath, createFetchHandler(handler)]),
  );
  return async (request) => {
    const isAllowed = origins.has(request.headers.get("origin") ?? "");
    const cors = isAllowed ? corsResponseHeaders(request, options.cors) : { vary: "Origin" };
    const answer = await answerCall(request, byPath, isAllowed);
    for (const [name, value] of Object.entries(cors)) answer.headers.set(name, value);
    return answer;
  };
}

async function answerCall(
  request: Request,
  byPath: ReadonlyMap<string, FetchHandler>,
  isAllowed: boolean,
): Promise<Response> {
  const [path = ""] = /\/[^/]+\/[^/]+$/.exec(new URL(request.url).pathname) ?? [];
  const handler = byPath.get(path);
  if (!handler) return new Response(null, { status: 404 });
  if (request.method === "OPTIONS") return new Response(null, { status: isAllowed ? 204 : 403 });
  if (!isAllowed && isForeign(request)) {
    return new Response(
      "pages of other origins may not call this server: list the origin of the page in cors.origins of fetchHandler\n",
      { status: 403 },
    );
  }
  const { headers } = request;
  const capped = Object.entries(capTimeouts(headers.get("grpc-timeout"), headers.get("connect-timeout-ms")));
  if (capped.length === 0) return handler(request);
  const changed = new Headers(headers);
  for (const [name, value] of capped) changed.set(name, value);
  return handler(new Request(request, { headers: changed }));
}

/** The same decision as `isForeignRequest`, for requests of `fetch`, whose URL may lack the scheme of a proxy. */
function isForeign({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "cross-site" || site === "same-site";
  const origin = headers.get("origin");
  if (origin === null) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  return host !== (headers.get("host") ?? new URL(url).host);
}

function corsResponseHeaders(request: Request, cors: CorsOptions | undefined): Record<string, string> {
  const { methods = [], allowed = [], exposed = [] } = cors?.headers ?? {};
  return {
    vary: "Origin",
    "access-control-allow-origin": request.headers.get("origin") ?? "",
    "access-control-expose-headers": exposed.join(", "),
    ...(request.method === "OPTIONS" && {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": allowed.join(", "),
      "access-control-max-age": String(maxAgeSeconds),
    }),
  };
}
