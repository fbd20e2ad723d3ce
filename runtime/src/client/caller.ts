/**
 * The room of clients: what a generated client makes its calls with. From here up
 * a call is what its caller sees: a promise with a response, pages, a stream, an
 * operation to wait for. What happens on the way is decided in `call/`.
 *
 * @module
 */
import { backoffDelayMs } from "../call/backoff.js";
import type { CallOptions, UpdateOptions } from "../call/call-options.js";
import { requestIdOf } from "../call/failure-report.js";
import type { Reply } from "../call/interceptor.js";
import { fill } from "../table/fill.js";
import type { Init } from "../table/init.js";
import { sleep } from "../time/wait.js";
import type { CallError } from "../error/call-error.js";
import { refusedCall, type Route, startCall, startStreamingCall } from "./call-start.js";
import { callOf, type Call } from "./call.js";
import type { ModifyParts } from "./modify.js";
import { checkModifyOptions, type ModifyOptions } from "./modify-options.js";
import type { OperationWiring } from "./operation-handle.js";
import { RouteOrigin } from "./operation-origin.js";
import { pagesOf, type PagedCall } from "./paged-call.js";
import type { Method, MethodKind } from "../rpc/service.js";
import { streamOf, type ServerStream } from "./server-stream.js";

/** Options of a call, with a reset mask where the method is an Update. */
type Options<Request> = CallOptions | UpdateOptions<Request>;

/** An rpc whose decoder makes responses of one type; which request it takes is checked where it is called. */
type Answering<Request, Response, Kind extends MethodKind> = Method<Request, Response, Kind>;

/** Makes the calls of one generated client. */
export class Caller {
  readonly #route: Route;

  constructor(route: Route) {
    this.#route = route;
  }

  /** One request, one response. */
  unary<Request, Response>(
    method: Answering<Request, Response, "unary">,
    request: Init<Request>,
    options?: Options<Request>,
  ): Call<Response> {
    return callOf(startCall(this.#route, method, request, options), messageOf<Response>);
  }

  /** One request that starts an operation. */
  operation<Request, Operation, Handle>(
    method: Answering<Request, Operation, "unary">,
    wiring: OperationWiring<Operation, Handle>,
    request: Init<Request>,
    options?: Options<Request>,
  ): Call<Handle> {
    return callOf(startCall(this.#route, method, request, options), (reply) =>
      this.#handle(method, wiring, reply),
    );
  }

  /** An operation that is known by its id alone; it is read before it is given. */
  operationById<Operation, Handle>(
    wiring: OperationWiring<Operation, Handle>,
    id: string,
    options?: CallOptions,
  ): Call<Handle> {
    return callOf(startCall(this.#route, wiring.get, wiring.requestOf(id), options), (reply) =>
      this.#handle(undefined, wiring, reply),
    );
  }

  /** All items of a paginated method; `items` is the property of the response that holds them. */
  paged<Request, Response, Items extends keyof Response & string>(
    method: Answering<Request, Response, "unary">,
    items: Items,
    request: Init<Request>,
    options?: CallOptions,
  ): PagedCall<Response[Items] extends readonly (infer Item)[] ? Item : never, Response> {
    return pagesOf({
      request: asObject(request),
      requestTable: method.request,
      responseTable: method.response,
      items,
      signal: options?.signal,
      fetch: async (page) => messageOf<Response>(await startCall(this.#route, method, page, options)),
    });
  }

  /** get, change, update, with an operation as the result. */
  modify<GetRequest, Resource, UpdateRequest, Operation, Handle>(
    ...[get, update, wiring, request, change, options]: [
      get: Answering<GetRequest, Resource, "unary">,
      update: Answering<UpdateRequest, Operation, "unary">,
      wiring: OperationWiring<Operation, Handle>,
      request: Init<GetRequest>,
      change: (resource: Resource) => unknown,
      options?: ModifyOptions,
    ]
  ): Call<Handle> {
    const reply = this.#modify(get, update, { request, change, options });
    return callOf(reply, (answer) => this.#handle(update, wiring, answer));
  }

  /** get, change, update, where Update answers at once. */
  modifyNow<GetRequest, Resource, UpdateRequest, Response>(
    ...[get, update, request, change, options]: [
      get: Answering<GetRequest, Resource, "unary">,
      update: Answering<UpdateRequest, Response, "unary">,
      request: Init<GetRequest>,
      change: (resource: Resource) => unknown,
      options?: ModifyOptions,
    ]
  ): Call<Response> {
    return callOf(this.#modify(get, update, { request, change, options }), messageOf<Response>);
  }

  /** One request, a stream of responses. */
  serverStream<Request, Response>(
    method: Answering<Request, Response, "serverStreaming">,
    request: Init<Request>,
    options?: CallOptions,
  ): ServerStream<Response> {
    return streamOf<Response>(() => startCall(this.#route, method, request, options));
  }

  /** A stream of requests, one response. */
  clientStream<Request, Response>(
    method: Answering<Request, Response, "clientStreaming">,
    requests: AsyncIterable<Init<Request>> | Iterable<Init<Request>>,
    options?: CallOptions,
  ): Call<Response> {
    return callOf(startStreamingCall(this.#route, method, requests, options), messageOf<Response>);
  }

  /** A stream of requests, a stream of responses. */
  bidiStream<Request, Response>(
    method: Answering<Request, Response, "bidiStreaming">,
    requests: AsyncIterable<Init<Request>> | Iterable<Init<Request>>,
    options?: CallOptions,
  ): ServerStream<Response> {
    return streamOf<Response>(() => startStreamingCall(this.#route, method, requests, options));
  }

  #handle<Operation, Handle>(
    method: Method | undefined,
    wiring: OperationWiring<Operation, Handle>,
    reply: Reply,
  ): Handle {
    const origin = new RouteOrigin({
      route: this.#route,
      wiring,
      method: method?.path.slice(1),
      // Asked for when something goes wrong; reading all headers of every reply costs more than the reply.
      requestId: () => requestIdOf(reply.header, reply.trailer),
    });
    return wiring.open(origin, messageOf<Operation>(reply));
  }

  async #modify<GetRequest, Resource, UpdateRequest, Response>(
    get: Method<GetRequest, Resource>,
    update: Method<UpdateRequest, Response>,
    { request, change, options = {} }: ModifyInput<GetRequest, Resource>,
  ): Promise<Reply> {
    const { clock, random, wiring } = this.#route.core;
    const refusal = (error: unknown): CallError => refusedCall(this.#route, update, error);
    const { attempts, timeoutMs, call } = checked(() => checkModifyOptions(options, wiring.headers), refusal);
    // Copied before anything is waited for, as the request of a call is.
    const wanted = checked(
      () => fill(get.request, request),
      (error) => refusedCall(this.#route, get, error),
    );
    const deadlineMs = clock.nowMs() + timeoutMs;
    // What is left of the time, for the next call.
    const limited = (): CallOptions =>
      deadlineMs === Infinity ? call : { ...call, timeoutMs: Math.max(1, deadlineMs - clock.nowMs()) };
    // Loaded with the first one: what finds out what was changed is an eighth of what a session loads.
    const { conflictPauses, modify } = await import("./modify.js");
    const parts = {
      get,
      update,
      attempts,
      refusal,
      read: async () => asObject(messageOf(await startCall(this.#route, get, wanted, limited()))),
      // The decoder of `get` has made what is changed.
      change: (resource: object) => change(resource as Resource),
      write: ({ request: next, resetMask }) =>
        // The mask is right as it is: it is made of the request.
        startCall(this.#route, update, next, { ...limited(), resetMask, strict: false } as CallOptions),
      pause: async (conflicts, askedMs) => {
        const delayMs = askedMs ?? backoffDelayMs(conflicts, conflictPauses, random);
        if (clock.nowMs() + delayMs >= deadlineMs) return false;
        await sleep(clock, delayMs, call.signal);
        return true;
      },
    } as ModifyParts<object, Reply>;
    return modify(parts);
  }
}

function checked<Checked>(check: () => Checked, refusal: (error: unknown) => Error): Checked {
  try {
    return check();
  } catch (error) {
    throw refusal(error);
  }
}

interface ModifyInput<GetRequest, Resource> {
  readonly request: Init<GetRequest>;
  readonly change: (resource: Resource) => unknown;
  readonly options: ModifyOptions | undefined;
}

/** The method's decoder has made the message, so its type is the method's. */
function messageOf<Response>(reply: Reply): Response {
  return reply.message as Response;
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
