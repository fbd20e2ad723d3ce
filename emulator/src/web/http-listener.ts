/**
 * Handles HTTP requests: methods of the API with Connect and gRPC-web, for pages of allowed origins.
 */
import type { IncomingMessage } from "node:http";
import type { NodeHandler } from "@stratus/runtime/server";
import type { Settings } from "../options/settings.js";
import type { Cloud } from "../cloud.js";
import type { Pipeline } from "../server/pipeline.js";
import { exchangeListener, type ExchangeParts, type Listener } from "../http/exchange-server.js";
import { guardPages, isFromBrowser } from "./page-guard.js";
import { pageHeaders, webProtocols } from "./web-protocols.js";

/** The dependencies of the HTTP listener. */
interface HttpParts extends ExchangeParts {
  /** Answers requests of the control API and for the console. Other sites may never call it, whatever `cors` allows. */
  readonly control: Listener;
  readonly settings: Settings;
  /** Accepts any authority. */
  readonly pipeline: Pipeline;
}

/** Creates the listener for HTTP requests: methods of the API, and token exchange. */
export async function httpListener(parts: HttpParts): Promise<Listener> {
  const { cloud, settings } = parts;
  const guard = (handler: NodeHandler): NodeHandler =>
    guardPages(handler, { ...settings, origins: settings.cors });
  const web = guard(webProtocols(parts));
  const exchange = exchangeListener(parts);
  // Programs may exchange tokens at any host name.
  const pageExchange = guard(exchange as NodeHandler);
  const all: Listener = (request, response) => {
    if (isControl(request)) return parts.control(request, response);
    if (isMethod(cloud, request.url ?? "")) return web(request, response);
    (isFromBrowser(request) ? pageExchange : exchange)(request, response);
  };
  if (settings.cors.length === 0) return all;
  const { withCors } = await import("@stratus/runtime/server");
  const crossOrigin = withCors(all as NodeHandler, {
    origins: settings.cors,
    headers: await pageHeaders(settings),
  });
  return (request, response) => (isControl(request) ? parts.control : crossOrigin)(request, response);
}

function isControl({ method, url = "" }: IncomingMessage): boolean {
  if (/^\/_emulator(?:[/?]|$)/.test(url)) return true;
  return (method === "GET" || method === "HEAD") && /^\/(?:console\.(?:js|css|svg))?(?:\?|$)/.test(url);
}

function isMethod({ api }: Cloud, url: string): boolean {
  return api.methods.has(url.replace(/\?.*$/s, "").slice(1));
}
