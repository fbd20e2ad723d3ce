import type { NodeHandler, NodeRequest } from "./cors.js";
import { isForeignRequest, requestOrigin } from "./origin.js";

/** The calls that a handler answers, and the pages that may make them. */
interface GuardParts {
  /** The paths of all methods. */
  readonly paths: ReadonlySet<string>;
  /** The other origins whose pages may call. */
  readonly origins: ReadonlySet<string>;
}

/** Refuses calls that Connect's library must not see. Other requests pass. */
export function guardCalls(handler: NodeHandler, { paths, origins }: GuardParts): NodeHandler {
  return (request, response) => {
    // As Connect's library finds the method.
    const [path = ""] = (request.url ?? "").split("?", 1);
    const [status, text] = refuseText(request) ?? (paths.has(path) ? refuseCall(request, origins) : []);
    if (status === undefined) {
      const { headers } = request;
      Object.assign(headers, capTimeouts(headers["grpc-timeout"], headers["connect-timeout-ms"]));
      return handler(request, response);
    }
    response.statusCode = status;
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.end(`${text}\n`);
  };
}

type Refusal = readonly [status: number, text: string];

/** Refuses the text form of gRPC-web, which neither Connect's library nor our clients support. */
function refuseText({ headers }: NodeRequest): Refusal | undefined {
  if (!/^application\/grpc-web-text/i.test(headers["content-type"] ?? "")) return undefined;
  return [
    415,
    "application/grpc-web-text is not served: send application/grpc-web+proto, in grpc-web clients by mode=grpcweb",
  ];
}

function refuseCall(request: NodeRequest, origins: ReadonlySet<string>): Refusal | [] {
  // Connect's library throws for it, outside of what the server can catch.
  if (requestOrigin(request) === undefined) return [400, "the request names no valid host"];
  if (!isForeignRequest(request, origins)) return [];
  return [
    403,
    "pages of other origins may not call this server: list the origin of the page in cors.origins of webHandler",
  ];
}

/** The longest time of a timer, in milliseconds: 24 days. A longer one fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Milliseconds of the units of `grpc-timeout` (gRPC over HTTP/2, "TimeoutUnit"). */
const units: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

/** Shortens timeouts that no timer can measure. Returns the headers to replace. */
export function capTimeouts(timeout: unknown, connectTimeoutMs: unknown): Record<string, string> {
  const [, count, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(String(timeout)) ?? [];
  return {
    ...(Number(count) * (units[unit] ?? 0) > maxTimerMs && {
      "grpc-timeout": `${Math.trunc(maxTimerMs / 1_000)}S`,
    }),
    ...(Number(connectTimeoutMs) > maxTimerMs && { "connect-timeout-ms": String(maxTimerMs) }),
  };
}
