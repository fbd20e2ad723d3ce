/**
 * The HTTP side for pages: methods of the API by Connect and gRPC-web, and which pages may call them.
 */
import type { NodeHandler } from "@stratus/runtime/server";
import type { Settings } from "../options/settings.js";
import type { Cloud } from "../cloud.js";
import type { Pipeline } from "../server/pipeline.js";
import { exchangeListener, type ExchangeParts, type Listener } from "../http/exchange-server.js";
import { guardPages } from "./page-guard.js";
import { pageHeaders, webProtocols } from "./web-protocols.js";

/** The parts of the HTTP side. */
interface HttpParts extends ExchangeParts {
  readonly settings: Settings;
  /** Answers under any authority. */
  readonly pipeline: Pipeline;
}

/** Answers what comes by HTTP: methods of the API, and the exchange of tokens. */
export async function httpListener(parts: HttpParts): Promise<Listener> {
  const { cloud, settings } = parts;
  const guard = (handler: NodeHandler): NodeHandler =>
    guardPages(handler, { ...settings, origins: settings.cors });
  const web = guard(webProtocols(parts));
  const exchange = exchangeListener(parts);
  // A program, which has no origin, logs in under whatever name it has for this machine.
  const pageExchange = guard(exchange as NodeHandler);
  const all: Listener = (request, response) => {
    if (isMethod(cloud, request.url ?? "")) return web(request, response);
    (request.headers.origin === undefined ? exchange : pageExchange)(request, response);
  };
  if (settings.cors.length === 0) return all;
  const { withCors } = await import("@stratus/runtime/server");
  return withCors(all as NodeHandler, { origins: settings.cors, headers: await pageHeaders(settings) });
}

function isMethod({ api }: Cloud, url: string): boolean {
  return api.methods.has(url.replace(/\?.*$/s, "").slice(1));
}
