import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { HeaderNames } from "../../calls/rpc/wiring.js";
import { invalidOption } from "../../base/text/options-error.js";

/** A request of Node's servers, by HTTP/1.1 or HTTP/2. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** An answer of Node's servers, by HTTP/1.1 or HTTP/2. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** Answers a request of one of Node's servers. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void;

/** The headers that pages of other origins send and read, for any server or proxy (Fetch, "CORS protocol"). */
export interface CorsHeaders {
  /** The value of `access-control-allow-methods`. */
  readonly methods: readonly string[];
  /** The value of `access-control-allow-headers`. */
  readonly allowed: readonly string[];
  /** The value of `access-control-expose-headers`. Trailers of unary calls by Connect have `trailer-` before their names. */
  readonly exposed: readonly string[];
}

/** The class of an SDK's session in browsers: `Cloud` of `@svc/cloud/web`. */
export interface WebSessionClass {
  /** The names of headers that the API has renamed. */
  readonly headers: HeaderNames;
}

/**
 * The headers that an SDK's sessions in browsers send and read: `corsHeaders(Cloud)`. An API may have other names for
 * the reset mask and the idempotency key, and headers of its program are added by `more`.
 */
export function corsHeaders(
  { headers }: WebSessionClass,
  more: { readonly allowed?: readonly string[]; readonly exposed?: readonly string[] } = {},
): CorsHeaders {
  const sent = [headers.idempotencyKey ?? "x-idempotency-key", headers.resetMask ?? "x-resetmask"];
  return {
    methods: ["POST", "GET"],
    allowed: [...requestHeaders, ...lower(sent), ...lower(more.allowed)],
    exposed: [...responseHeaders, ...lower(more.exposed)],
  };
}

const requestHeaders = [
  "authorization",
  "connect-accept-encoding",
  "connect-content-encoding",
  "connect-protocol-version",
  "connect-timeout-ms",
  "content-encoding",
  "content-type",
  "grpc-accept-encoding",
  "grpc-encoding",
  "grpc-timeout",
  // Where a request of an API that follows AIP belongs (AIP-4222); others send none.
  "x-goog-request-params",
  "x-grpc-web",
  "x-user-agent",
];

const responseHeaders = [
  "connect-content-encoding",
  "grpc-encoding",
  "grpc-message",
  "grpc-retry-pushback-ms",
  "grpc-status",
  "grpc-status-details-bin",
  "retry-after",
  "trailer-grpc-retry-pushback-ms",
  "x-request-id",
];

/** Browsers ask again after two hours at most. */
export const maxAgeSeconds = 7_200;

function lower(names: readonly string[] = []): string[] {
  return names.map((name) => name.toLowerCase());
}

/** The origins whose pages may call a server. */
export interface CorsOptions {
  /** Their origins, each as a browser says it: `https://app.example.com`. */
  readonly origins: readonly string[];
  /** The headers that they may send and read: `corsHeaders(Cloud)`. */
  readonly headers: CorsHeaders;
}

/**
 * A handler that lets pages of other origins call it. It answers their preflights, and never allows cookies.
 *
 * @throws An OptionsError for what is not an origin, such as `*`.
 */
export function withCors(handler: NodeHandler, { origins, headers }: CorsOptions): NodeHandler {
  const known = requireOrigins(origins);
  return (request, response) => {
    const { origin } = request.headers;
    response.setHeader("vary", "Origin");
    const isAllowed = origin !== undefined && known.has(origin);
    if (isAllowed) {
      response.setHeader("access-control-allow-origin", origin);
      response.setHeader("access-control-expose-headers", headers.exposed.join(", "));
    }
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) {
      return handler(request, response);
    }
    if (isAllowed) {
      response.setHeader("access-control-allow-methods", headers.methods.join(", "));
      response.setHeader("access-control-allow-headers", headers.allowed.join(", "));
      response.setHeader("access-control-max-age", String(maxAgeSeconds));
    }
    response.statusCode = isAllowed ? 204 : 403;
    response.end();
  };
}

/** @throws An OptionsError for what is not an origin, such as `*`. */
export function requireOrigins(origins: readonly string[]): ReadonlySet<string> {
  return new Set(origins.map(requireOrigin));
}

function requireOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw invalidOption(
    "origins",
    `${JSON.stringify(text)} is not an origin; write scheme, host and port alone, such as "https://app.example.com"`,
  );
}
