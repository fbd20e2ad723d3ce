/**
 * A web server on top of the API: `GET /instances/ID`, for a page that needs three facts of an instance.
 *
 *   PORT=8080 node web-handler.js
 *
 * All requests share one session, and with it one connection and one token. A visitor who leaves ends the call.
 */
import { createServer, type ServerResponse } from "node:http";
import { Cloud, CloudError } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

const cloud = Cloud.fromEnv();
const instances = new InstanceServiceClient(cloud);

/** The HTTP statuses of errors that visitors may see. Any other API error returns 502. */
const statuses: Readonly<Record<string, number>> = {
  NOT_FOUND: 404,
  DEADLINE_EXCEEDED: 504,
  UNAVAILABLE: 503,
};

async function show(id: string, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { metadata, spec } = await instances.get({ id }, { signal: gone.signal, timeoutMs: 2_000 });
  const text = JSON.stringify({ name: metadata.name, cpu: spec.cpu, disks: spec.secondaryDisks.length });
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}

const server = createServer((request, response) => {
  const [, id] = /^\/instances\/([^/]+)$/.exec(request.url ?? "") ?? [];
  if (id === undefined) {
    response.writeHead(404).end();
    return;
  }
  show(decodeURIComponent(id), response).catch((error: unknown) => {
    const status = error instanceof CloudError ? (statuses[error.code] ?? 502) : 500;
    if (status !== 404) console.error(error);
    response.writeHead(status).end();
  });
});
server.listen(Number(process.env["PORT"] ?? 0), () => console.log(server.address()));

// The server refuses new connections and finishes active requests. Then the session closes.
process.once("SIGTERM", () => server.close(() => void cloud.close()));
