import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { loadData, sampleFile, type CatalogueData } from "./data.js";
import { resourceAt } from "./routes.js";

export type { BuildingRecord, CatalogueData, CourseRecord } from "./data.js";

/** Options of a catalogue. */
export interface CatalogueOptions {
  /** The data, or the JSON file that holds it. Default: a small made-up university. */
  readonly data?: CatalogueData | string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`, for this machine alone. */
  readonly host?: string | undefined;
  /** Looks at a request first; true where it has answered. For faults and further paths in tests. */
  readonly intercept?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

/** A running catalogue. */
export interface RunningCatalogue extends AsyncDisposable {
  /** `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly data: CatalogueData;
  /** Stops it, open connections included. */
  close(): Promise<void>;
}

/**
 * Serves the REST catalogue: courses, subjects, buildings and the two searches,
 * read-only, from a data file. Responses have an `ETag`, and pages of any origin
 * may read them (CORS). The service's description does not define error responses:
 * an unknown course or path returns 404, and any method except GET and HEAD
 * returns 405. Both have the body `{"message": ...}`.
 * @throws Error if the data cannot be served or the port is taken.
 */
export async function startCatalogue(options: CatalogueOptions = {}): Promise<RunningCatalogue> {
  const { port = 0, host = "127.0.0.1", intercept } = options;
  const data = await loadData(options.data ?? sampleFile);
  const server = createServer((request, response) => {
    if (!intercept?.(request, response)) answer(data, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve());
  });
  const { address, family, port: boundPort } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const name = family === "IPv6" ? `[${address}]` : address;
  return { url: `http://${name}:${boundPort}`, data, close, [Symbol.asyncDispose]: close };
}

const open = { "access-control-allow-origin": "*" };

function answer(data: CatalogueData, request: IncomingMessage, response: ServerResponse): void {
  const { method = "GET", url = "/" } = request;
  if (method === "OPTIONS") {
    const allowed = { "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": "*" };
    response.writeHead(204, { ...open, ...allowed }).end();
    return;
  }
  if (method !== "GET" && method !== "HEAD") {
    return send(request, response, 405, { message: `${method} is not allowed: the catalogue is read-only` });
  }
  const segments = splitPath(url);
  const resource = segments && resourceAt(data, segments);
  if (resource === undefined) send(request, response, 404, { message: "There is nothing at this path" });
  else send(request, response, 200, resource);
}

/** The decoded segments of a path; undefined for what cannot be decoded. */
function splitPath(url: string): readonly string[] | undefined {
  const [path = ""] = url.split("?");
  try {
    return path
      .replace(/^\/|\/$/g, "")
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function send(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = {
    ...open,
    "access-control-expose-headers": "etag",
    "content-type": "application/json; charset=utf-8",
    etag,
  };
  if (status === 200 && request.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(request.method === "HEAD" ? undefined : body);
}
