import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { jsonBody } from "./body.js";
import type { Operation } from "./operation.js";
import { isObject } from "./guard.js";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  count: number,
) => void | Promise<void>;

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** A real HTTP server on loopback; `count` is 1 for the first request. */
export async function startServer(handler: Handler): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      void handler(request, response, seen.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

export interface Thing {
  readonly id: number;
  readonly name?: string;
}

const isThing = (value: unknown): value is Thing =>
  isObject(value) &&
  Number.isInteger(value.id) &&
  (value.name === undefined || typeof value.name === "string");

const thing = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
} as const;

/** `GET /things/{key}`: a resource. */
export const getThing: Operation<Thing> = {
  name: "things.get",
  path: ["/things/"],
  parameters: [{ name: "key", guard: (value) => typeof value === "string", rule: "text" }],
  isResource: true,
  guard: isThing,
  described: async () => ({ shapes: { Thing: thing }, responses: { "things.get": { ref: "Thing" } } }),
};

/** `GET /things`: a list. */
export const listThings: Operation<Thing[]> = {
  name: "things.list",
  path: ["/things"],
  guard: (value): value is Thing[] => Array.isArray(value) && value.every(isThing),
  described: async () => ({
    shapes: { Thing: thing },
    responses: { "things.list": { type: "array", items: { ref: "Thing" } } },
  }),
};

/** `POST /things`. */
export const addThing: Operation<Thing> = {
  name: "things.add",
  method: "POST",
  path: ["/things"],
  write: jsonBody(),
};

/** What a promise was rejected with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("The promise was not rejected");
}
