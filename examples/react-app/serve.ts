/** The server of the app: it logs users in, renders their pages, and gives pages their tokens. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { bundlePage, type Bundle } from "./bundle.js";
import { Logins } from "./logins.js";
import { render } from "./src/render.js";

/** How the app is served. */
export interface AppOptions {
  /** Port of the app; 0, the default, takes a free one. */
  readonly port?: number;
  /** How long operations run, in milliseconds; 0 by default. */
  readonly operationDelayMs?: number;
}

/** An app that is served, with its cloud. */
export interface RunningApp extends AsyncDisposable {
  readonly url: string;
  readonly emulator: Emulator;
}

const sdk = dirname(createRequire(import.meta.url).resolve("@svc/cloud/package.json"));

/** Builds and serves the app, and starts its cloud, both on loopback. */
export async function startApp({ port = 0, operationDelayMs = 0 }: AppOptions = {}): Promise<RunningApp> {
  const files = await bundlePage();
  const server = createServer();
  await once(server.listen(port, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const emulator = await startEmulator({ sdk, operationDelayMs, cors: [url] });
  const logins = new Logins(emulator);
  server.on("request", (request, response) => {
    answer({ files, logins, emulator }, request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end("The page could not be rendered.");
    });
  });
  return {
    url,
    emulator,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await logins.close();
      await emulator.close();
    },
  };
}

interface Parts {
  readonly files: Bundle;
  readonly logins: Logins;
  readonly emulator: Emulator;
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { files, logins, emulator } = parts;
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const file = pathname === "/index.html" ? undefined : files.get(pathname);
  if (file !== undefined) return send(response, typeOf(pathname), file);
  if (pathname === "/login") {
    const cookie = logins.logIn(
      searchParams.get("user") ?? "somebody",
      searchParams.get("role") ?? undefined,
    );
    response.writeHead(303, { location: "/", "set-cookie": cookie }).end();
    return;
  }
  const login = logins.find(request);
  if (login === undefined) {
    response.writeHead(303, { location: "/login?user=ada" }).end();
    return;
  }
  if (pathname === "/token") return send(response, "text/plain", login.token());
  if (pathname !== "/") return void response.writeHead(404).end("There is no such page.");
  const { html, data } = await render(login.api, {
    baseUrl: emulator.webUrl,
    user: login.user,
    instanceId: searchParams.get("instance") ?? "",
  });
  // Escape `<`, so that no text of the API ends the script.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const page = String(files.get("/index.html"))
    .replace("<!-- page -->", () => html)
    .replace("<!-- data -->", () => json);
  send(response, "text/html; charset=utf-8", page);
}

const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };

function typeOf(path: string): string {
  return types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
}
