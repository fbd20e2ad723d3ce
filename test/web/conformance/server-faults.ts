import { ConnectError, type HandlerContext } from "@connectrpc/connect";
import { type EsHandlers, esHandlers } from "./es-service.js";
import { type Handler, startEsServer, type StartServer } from "./servers.js";

/** Wrong servers: each is that of Connect's library with one mistake. The runner is to find all of them. */
export const serverFaults: { readonly [mistake: string]: StartServer } = {
  "leaves headers out": startEsServer(beside((context) => clear(context.responseHeader))),
  "leaves trailers out": startEsServer(beside((context) => clear(context.responseTrailer))),
  "joins no values but keeps the last": startEsServer(beside((context) => keepLast(context.responseHeader))),
  "changes the code of errors": startEsServer(
    failing(({ rawMessage, code }) => ({ message: rawMessage, code: code === 2 ? 3 : 2 })),
  ),
  "loses the details of errors": startEsServer(failing(() => ({ details: [] }))),
  "cuts the texts of errors": startEsServer(
    failing(({ rawMessage }) => ({ message: rawMessage.trim().slice(1) })),
  ),
  "answers a stream twice": startEsServer(streams(2)),
  "loses the last response of a stream": startEsServer(streams(0)),
  "sees no header of the request": startEsServer(before((context) => clear(context.requestHeader))),
  "sees no deadline": startEsServer(
    before((context) => Object.assign(context, { timeoutMs: () => undefined })),
  ),
  "answers methods that are not there": startEsServer({ ...esHandlers, unimplemented: () => ({}) }),
  "takes every HTTP method": startEsServer(undefined, (handler) => (request, response) => {
    if (request.method === "DELETE") request.method = "POST";
    handler(request, response);
  }),
  "says another content type": startEsServer(undefined, retyped),
  "keeps no limit of sizes": (order) => startEsServer()({ ...order, limit: false }),
};

type Rpc = (request: never, context: HandlerContext) => unknown;

function mapped(change: (rpc: Rpc, name: string) => Rpc): EsHandlers {
  return Object.fromEntries(Object.entries(esHandlers).map(([name, rpc]) => [name, change(rpc, name)]));
}

/** What is done to the context of a call before its handler has it. */
function before(change: (context: HandlerContext) => void): EsHandlers {
  return mapped((rpc) => (request, context) => {
    const own = Object.create(context, {}) as HandlerContext;
    const changed = Object.assign(own, { requestHeader: new Headers(context.requestHeader) });
    change(changed);
    return rpc(request, changed);
  });
}

/** What is done to the context of a call when its handler is done with it. */
function beside(change: (context: HandlerContext) => void): EsHandlers {
  return mapped((rpc, name) => {
    if (!isStream(name)) {
      return async (request, context) => {
        try {
          return await rpc(request, context);
        } finally {
          change(context);
        }
      };
    }
    return async function* (request, context) {
      try {
        for await (const response of rpc(request, context) as AsyncIterable<unknown>) {
          change(context);
          yield response;
        }
      } finally {
        change(context);
      }
    };
  });
}

type Parts = Partial<Pick<ConnectError, "code" | "message" | "details">>;

function failing(change: (error: ConnectError) => Parts): EsHandlers {
  const wrong = (error: unknown): ConnectError => {
    const failure = ConnectError.from(error);
    const { code = failure.code, message = failure.rawMessage, details = failure.details } = change(failure);
    const other = new ConnectError(message, code);
    other.details.push(...details);
    return other;
  };
  return mapped((rpc, name) => {
    if (!isStream(name)) {
      return async (request, context) => {
        try {
          return await rpc(request, context);
        } catch (error) {
          throw wrong(error);
        }
      };
    }
    return async function* (request, context) {
      try {
        yield* rpc(request, context) as AsyncIterable<unknown>;
      } catch (error) {
        throw wrong(error);
      }
    };
  });
}

/** Streams whose last response comes so many times. */
function streams(times: number): EsHandlers {
  return mapped((rpc, name) => {
    if (!isStream(name)) return rpc;
    return async function* (request, context) {
      let last: unknown;
      for await (const response of rpc(request, context) as AsyncIterable<unknown>) {
        if (last !== undefined) yield last;
        last = response;
      }
      if (last !== undefined) for (let time = 0; time < times; time += 1) yield last;
    };
  });
}

function isStream(name: string): boolean {
  return name === "serverStream" || name === "bidiStream";
}

function clear(headers: Headers): void {
  for (const name of Array.from(headers.keys())) if (name.startsWith("x-")) headers.delete(name);
}

function keepLast(headers: Headers): void {
  for (const [name, value] of Array.from(headers))
    if (name.startsWith("x-")) headers.set(name, value.split(", ").at(-1)!);
}

function retyped(handler: Handler): Handler {
  return (request, response) => {
    const write = response.writeHead.bind(response) as (
      status: number,
      ...rest: unknown[]
    ) => typeof response;
    response.writeHead = ((status: number, ...rest: unknown[]) => {
      const headers = rest.at(-1);
      if (typeof headers === "object" && headers !== null && "content-type" in headers) {
        Object.assign(headers, { "content-type": "application/octet-stream" });
      }
      return write(status, ...rest);
    }) as typeof response.writeHead;
    handler(request, response);
  };
}
