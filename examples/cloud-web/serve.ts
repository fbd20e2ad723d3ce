/**
 * The server behind the page: its files, a token for the person in front of it, and an emulator of the cloud at a
 * separate origin, as an API is.
 */
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { addSample } from "./sample.js";

/** How the page is served. */
export interface CloudPageOptions {
  /** Port of the page; 0, the default, takes a free one. */
  readonly port?: number;
  /** How long operations run, in milliseconds; 0 by default. */
  readonly operationDelayMs?: number;
  /** Without the instances and disks that are there otherwise. */
  readonly isEmpty?: boolean;
}

/** A page that is served, with its cloud. */
export interface CloudPage extends AsyncDisposable {
  readonly url: string;
  readonly emulator: Emulator;
}

/** The folder of this example, from its source and from its compiled file. */
const top = new URL(import.meta.url.endsWith("/dist/serve.js") ? "../" : "./", import.meta.url);

/** Folders by the start of their paths. The SDK and its runtime are loaded as they are published, without a bundler. */
const folders: readonly (readonly [start: string, folder: string])[] = [
  ["/app/", "dist/src/"],
  ["/sdk/", "../../generated/cloud/dist/"],
  ["/runtime/", "../../runtime/dist/"],
  ["/", "./"],
];

const types: Readonly<Record<string, string>> = {
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
};

/** Serves the page and starts its cloud, both on loopback. */
export async function startCloudPage(options: CloudPageOptions = {}): Promise<CloudPage> {
  const { port = 0, operationDelayMs = 0, isEmpty = false } = options;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  const origins = [`http://127.0.0.1:${taken}`, `http://localhost:${taken}`];
  const emulator = await startEmulator({
    sdk: fileURLToPath(new URL("../../generated/cloud", top)),
    operationDelayMs,
    cors: origins,
  });
  // A real server would look at who is asking before it gives a token away.
  const place = () => ({ baseUrl: emulator.webUrl, token: emulator.issueToken() });
  server.on("request", ({ url = "/" }, response) => {
    const [path = "/"] = url.split("?");
    if (path === "/place.json") send(response, "application/json", JSON.stringify(place()));
    else sendFile(path === "/" ? "/index.html" : path, response);
  });
  if (!isEmpty) await addSample(place());
  return {
    url: origins[0] ?? "",
    emulator,
    [Symbol.asyncDispose]: () => close(server, emulator),
  };
}

/** Plain names only: nothing leads out of the folders. */
function sendFile(path: string, response: ServerResponse): void {
  const [start = "", folder = ""] = folders.find(([start]) => path.startsWith(start)) ?? [];
  const [name = "", , end = ""] =
    /^[\w-]+(\/[\w-]+)*\.(html|css|js|svg)$/.exec(path.slice(start.length)) ?? [];
  let body: Buffer;
  try {
    body = readFileSync(new URL(`${folder}${name}`, top));
  } catch {
    response.writeHead(404, { "content-type": "text/plain" }).end("There is nothing here.");
    return;
  }
  send(response, `${types[end]}; charset=utf-8`, body);
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
}

async function close(server: Server, emulator: Emulator): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await emulator.close();
}
