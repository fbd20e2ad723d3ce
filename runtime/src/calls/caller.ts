/**
 * The room of clients: what a generated client makes its calls with. From here up
 * a call is what its caller sees: a promise with a response, pages, a stream, an
 * operation to wait for. What happens on the way is decided in `call/`.
 *
 * @module
 */
import type { AttemptCount } from "./chain/call-copy.js";
import type { CallOptions, UpdateOptions } from "./chain/call-options.js";
import { readResponseId } from "./chain/response-id.js";
import type { IncomingResponse } from "./chain/interceptor.js";
import { fill } from "../messages/table/fill.js";
import type { MessageInit, GivenRequest } from "../messages/table/message-init.js";
import { OptionsError } from "../base/text/options-error.js";
import { type Route, startCall, startStreamingCall } from "./client/call-start.js";
import { refusedCall } from "./client/refused-call.js";
import { makeCall, type Call } from "./client/call.js";
import { checkModifyOptions, type ModifyOptions } from "./modify/modify-options.js";
import type { ModifyPreview } from "./modify/modify-preview.js";
import type { ModifyReply } from "./modify/modify.js";
import type { OperationOrigin, OperationReading, OperationWiring } from "./operation/operation-handle.js";
import { RouteOrigin } from "./operation/operation-origin.js";
import { listCall, type ListCall } from "./client/list-call.js";
import { promiseOf, promiseOfHandle } from "./client/not-awaited.js";
import { pagedCall, type PagedCall } from "./client/paged-call.js";
import type { Modification } from "./modify/read-change.js";
import type { Method, MethodKind } from "./rpc/service.js";
import { serverStream, type ServerStream } from "./client/server-stream.js";

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

  /** Where the calls go: a `Route`, for entry points of the runtime that make other calls. */
  get route(): unknown {
    return this.#route;
  }

  /** One request, one response. */
  unary<Request, Response>(
    method: Answering<Request, Response, "unary">,
    request: GivenRequest<Request>,
    options?: Options<Request>,
  ): Call<Response> {
    const read = readMessage<Response>;
    return this.#call(method, request, options, read, promiseOf(method.response));
  }

  /** One page of a paginated method if it is awaited, and all items in a loop; see {@link Caller.paged}. */
  list<Request, Response, Items extends keyof Response & string>(
    method: Answering<Request, Response, "unary">,
    items: Items,
    request: GivenRequest<Request>,
    options?: CallOptions,
  ): ListCall<Response[Items] extends readonly (infer Item)[] ? Item : never, Response> {
    return listCall(
      () => this.unary(method, request, options),
      this.paged<Request, Response, Items>(method, items, request, options),
      method.response,
    );
  }

  /** One request that starts an operation. */
  operation<Request, Operation, Handle>(
    method: Answering<Request, Operation, "unary">,
    wiring: OperationWiring<Operation, Handle>,
    request: GivenRequest<Request>,
    options?: Options<Request>,
  ): Call<Handle> {
    const read = (answer: IncomingResponse): Handle => this.#handle(method, wiring, answer);
    return this.#call(method, request, options, read, promiseOfHandle);
  }

  /** An operation that is known by its id alone; it is read before it is given. */
  operationById<Operation, Handle>(
    wiring: OperationWiring<Operation, Handle>,
    id: string,
    options?: CallOptions,
  ): Call<Handle> {
    const read = (answer: IncomingResponse): Handle => this.#handle(undefined, wiring, answer);
    return this.#call(wiring.get, wiring.requestOf(id), options, read, promiseOfHandle);
  }

  /** All items of a paginated method; `items` is the property of the response that holds them. */
  paged<Request, Response, Items extends keyof Response & string>(
    method: Answering<Request, Response, "unary">,
    items: Items,
    request: GivenRequest<Request>,
    options?: CallOptions,
  ): PagedCall<Response[Items] extends readonly (infer Item)[] ? Item : never, Response> {
    return pagedCall({
      request: asObject(request),
      requestTable: method.request,
      responseTable: method.response,
      items,
      signal: options?.signal,
      fetch: async (page) => readMessage<Response>(await startCall(this.#route, method, page, options)),
    });
  }

  /** get, change, update, with an operation as the result. */
  modify<GetRequest, Resource extends object, UpdateRequest, Operation, Handle>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, Operation> & {
      readonly operation: OperationWiring<Operation, Handle>;
    },
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options?: ModifyOptions,
  ): Call<Handle> {
    const count = { attempts: 0 };
    const reply = this.#modify(methods, request, change, options, count);
    return makeCall(
      reply,
      (answer) => this.#handle(methods.update, methods.operation, answer),
      promiseOfHandle,
      count,
    );
  }

  /** get and change, and what the update would be. */
  previewModify<GetRequest, Resource extends object, UpdateRequest>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, unknown>,
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options?: ModifyOptions,
  ): Call<ModifyPreview<UpdateRequest, Resource>> {
    const count = { attempts: 0 };
    const preview = async (): Promise<IncomingResponse> => {
      const [route, modification] = this.#modification(methods, request, change, options, count);
      return (await import("./modify/modify-preview.js")).previewModify(route, modification);
    };
    return makeCall(preview(), readMessage<ModifyPreview<UpdateRequest, Resource>>, Promise.prototype, count);
  }

  /** get, change, update, if Update answers at once. */
  modifyNow<GetRequest, Resource extends object, UpdateRequest, Response>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, Response>,
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options?: ModifyOptions,
  ): Call<Response> {
    const count = { attempts: 0 };
    const reply = this.#modify(methods, request, change, options, count);
    return makeCall(reply, readMessage<Response>, promiseOf(methods.update.response), count);
  }

  /** One request, a stream of responses. */
  serverStream<Request, Response>(
    method: Answering<Request, Response, "serverStreaming">,
    request: GivenRequest<Request>,
    options?: CallOptions,
  ): ServerStream<Response> {
    return serverStream<Response>((count) => startCall(this.#route, method, request, options, count));
  }

  /** A stream of requests, one response. */
  clientStream<Request, Response>(
    method: Answering<Request, Response, "clientStreaming">,
    requests: AsyncIterable<GivenRequest<Request>> | Iterable<GivenRequest<Request>>,
    options?: CallOptions,
  ): Call<Response> {
    const count = { attempts: 0 };
    const reply = startStreamingCall(this.#route, method, requests, options, count);
    return makeCall(reply, readMessage<Response>, promiseOf(method.response), count);
  }

  /** A stream of requests, a stream of responses. */
  bidiStream<Request, Response>(
    method: Answering<Request, Response, "bidiStreaming">,
    requests: AsyncIterable<GivenRequest<Request>> | Iterable<GivenRequest<Request>>,
    options?: CallOptions,
  ): ServerStream<Response> {
    return serverStream<Response>((count) =>
      startStreamingCall(this.#route, method, requests, options, count),
    );
  }

  #call<Data>(
    method: Method,
    request: unknown,
    options: CallOptions | undefined,
    read: (reply: IncomingResponse) => Data,
    prototype: object,
  ): Call<Data> {
    const count = { attempts: 0 };
    return makeCall(startCall(this.#route, method, request, options, count), read, prototype, count);
  }

  #handle<Operation, Handle>(
    method: Method | undefined,
    wiring: OperationWiring<Operation, Handle>,
    reply: ModifyReply,
  ): Handle {
    const origin = new RouteOrigin({
      route: this.#route,
      wiring,
      method: method?.path.slice(1),
      // Asked for when something goes wrong; reading all headers of every reply costs more than the reply.
      requestId: () => readResponseId("x-request-id", reply),
    });
    // The origin of an operation that was not started is made for the operations of this wiring.
    return wiring.open((reply.origin ?? origin) as OperationOrigin<Operation>, readMessage<Operation>(reply));
  }

  async #modify<GetRequest, Resource extends object, UpdateRequest>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, unknown>,
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options: ModifyOptions | undefined,
    count: AttemptCount,
  ): Promise<ModifyReply> {
    const [route, modification] = this.#modification(methods, request, change, options, count);
    // Loaded with the first one: what finds out what was changed is an eighth of what a session loads.
    const { modify } = await import("./modify/modify.js");
    return modify(route, modification);
  }

  /** Checks what a caller says of a change, and copies it before anything is waited for, as the request of a call is. */
  #modification<GetRequest, Resource extends object, UpdateRequest>(
    { get, update, operation }: ModifyMethods<GetRequest, Resource, UpdateRequest, unknown>,
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options: ModifyOptions | undefined,
    count: AttemptCount,
  ): [Route, Modification] {
    const { clock, wiring } = this.#route.core;
    if (typeof change !== "function") {
      throw new OptionsError(
        "ARGUMENT_INVALID",
        "modify: a function is needed that changes the resource: modify({ id }, (resource) => { ... })",
      );
    }
    const { timeoutMs, attempts, call } = this.#checked(update, () =>
      checkModifyOptions(options ?? {}, wiring.headers),
    );
    const wanted = this.#checked(get, () => fill(get.request, request as MessageInit<GetRequest>));
    const within =
      timeoutMs === undefined
        ? undefined
        : { endMs: clock.nowMs() + timeoutMs, limit: { option: "timeoutMs", ms: timeoutMs } };
    return [
      { ...this.#route, within, count },
      { get, update, operations: operation, wanted, change, attempts, call },
    ];
  }

  #checked<Checked>(method: Method, check: () => Checked): Checked {
    try {
      return check();
    } catch (error) {
      throw refusedCall(this.#route, method, error);
    }
  }
}

/** The two rpcs of a `modify`. */
export interface ModifyMethods<GetRequest, Resource, UpdateRequest, Response> {
  readonly get: Answering<GetRequest, Resource, "unary">;
  readonly update: Answering<UpdateRequest, Response, "unary">;
  /** How the operation is read that the Update starts; undefined if it starts none. */
  readonly operation?: OperationReading<unknown> | undefined;
}

/** The method's decoder has made the message, so its type is the method's. */
function readMessage<Response>(reply: IncomingResponse): Response {
  return reply.message as Response;
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
