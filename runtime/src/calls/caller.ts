/**
 * `Caller`: makes the calls of generated clients, in the forms that programs use: a promise of a response, pages, a stream,
 * or a long-running operation. The interceptors in `chain/` process each call.
 *
 * @module
 */
import type { AttemptCount } from "./chain/call-copy.js";
import type { CallOptions, UpdateOptions } from "./chain/call-options.js";
import { readResponseId } from "./chain/response-id.js";
import type { IncomingResponse } from "./chain/interceptor.js";
import { loadUpdateCode } from "./chain/load-update-code.js";
import { fill } from "../messages/table/fill.js";
import type { MessageInit, GivenRequest } from "../messages/table/message-init.js";
import { OptionsError } from "../base/text/options-error.js";
import { type Route, startCall, startStreamingCall } from "./client/call-start.js";
import { createResponseError, toCallStartError } from "./client/call-start-error.js";
import { makeCall, type Call } from "./client/call.js";
import { checkModifyOptions, type ModifyOptions } from "./modify/modify-options.js";
import type { ModifyPreview } from "./modify/modify-preview.js";
import type { ModifyReply } from "./modify/modify.js";
import type { OperationOrigin, OperationReader, OperationWiring } from "./operation/operation-handle.js";
import { copyMetadata, metadataForReads } from "./operation/call-metadata.js";
import { RouteOrigin } from "./operation/operation-origin.js";
import { listCall, type ListCall } from "./client/list-call.js";
import { getMessagePrototype, handlePrototype } from "./client/await-guard.js";
import { pagedCall, type PagedCall } from "./client/paged-call.js";
import type { Modification } from "./modify/modify-steps.js";
import type * as UpdateCode from "./modify/update-code.js";
import type { Method, MethodKind } from "./rpc/service.js";
import { serverStream, type ServerStream } from "./client/server-stream.js";

/** Options of a call, with those of an Update if the method is one. */
type Options<Request> = CallOptions | UpdateOptions<Request>;

/** A method with known types of request and response. */
type TypedMethod<Request, Response, Kind extends MethodKind> = Method<Request, Response, Kind>;

/** Makes the calls of one generated client. */
export class Caller {
  readonly #route: Route;

  constructor(route: Route) {
    this.#route = route;
  }

  /** The `Route` of the calls, for entry points of the runtime that make other calls. */
  get route(): unknown {
    return this.#route;
  }

  /** Makes a call with one request and one response. */
  unary<Request, Response>(
    method: TypedMethod<Request, Response, "unary">,
    request: GivenRequest<Request>,
    options?: Options<Request>,
  ): Call<Response> {
    const read = readMessage<Response>;
    return this.#call(method, request, options, read, getMessagePrototype(method.response));
  }

  /** Calls a paginated method: one page if it is awaited, all items in a loop. See {@link Caller.paged}. */
  list<Request, Response, Items extends keyof Response & string>(
    method: TypedMethod<Request, Response, "unary">,
    items: Items,
    request: GivenRequest<Request>,
    options?: CallOptions,
  ): ListCall<Response[Items] extends readonly (infer Item)[] ? Item : never, Response> {
    const copied = copyMetadata(options);
    return listCall(
      () => this.unary(method, request, copied),
      this.paged<Request, Response, Items>(method, items, request, copied),
      method.response,
    );
  }

  /** Makes a call that starts a long-running operation. */
  operation<Request, Operation, Handle>(
    method: TypedMethod<Request, Operation, "unary">,
    wiring: OperationWiring<Operation, Handle>,
    request: GivenRequest<Request>,
    options?: Options<Request>,
  ): Call<Handle> {
    const copied = copyMetadata(options);
    const read = (answer: IncomingResponse): Handle => this.#handle(method, wiring, answer, copied);
    return this.#call(method, request, copied, read, handlePrototype);
  }

  /** Reads an operation by its ID. */
  operationById<Operation, Handle>(
    wiring: OperationWiring<Operation, Handle>,
    id: string,
    options?: CallOptions,
  ): Call<Handle> {
    const copied = copyMetadata(options);
    const read = (answer: IncomingResponse): Handle => this.#handle(undefined, wiring, answer, copied);
    return this.#call(wiring.get, wiring.toRequest(id), copied, read, handlePrototype);
  }

  /** Reads all items of a paginated method. `items` is the property of the response with the items. */
  paged<Request, Response, Items extends keyof Response & string>(
    method: TypedMethod<Request, Response, "unary">,
    items: Items,
    request: GivenRequest<Request>,
    options?: CallOptions,
  ): PagedCall<Response[Items] extends readonly (infer Item)[] ? Item : never, Response> {
    const copied = copyMetadata(options);
    return pagedCall({
      request: asObject(request),
      requestTable: method.request,
      responseTable: method.response,
      items,
      signal: options?.signal,
      fetch: async (page) => readMessage<Response>(await startCall(this.#route, method, page, copied)),
      createError: (text) => createResponseError(this.#route, method, text),
    });
  }

  /** Runs `modify` if the Update starts an operation. */
  modify<GetRequest, Resource extends object, UpdateRequest, Operation, Handle>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, Operation> & {
      readonly operation: OperationWiring<Operation, Handle>;
    },
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options?: ModifyOptions,
  ): Call<Handle> {
    const count = { attempts: 0 };
    const copied = copyMetadata(options);
    const reply = this.#modify(methods, request, change, copied, count);
    return makeCall(
      reply,
      (answer) => this.#handle(methods.update, methods.operation, answer, copied),
      handlePrototype,
      count,
    );
  }

  /** Runs the first steps of `modify` without sending the Update. */
  previewModify<GetRequest, Resource extends object, UpdateRequest>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, unknown>,
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options?: ModifyOptions,
  ): Call<ModifyPreview<UpdateRequest, Resource>> {
    const count = { attempts: 0 };
    const preview = async (): Promise<IncomingResponse> => {
      const [route, modification] = this.#checkModification(methods, request, change, options, count);
      const { loadPreview } = await loadUpdateCode<typeof UpdateCode>(route.core.wiring);
      return (await loadPreview()).previewModify(route, modification);
    };
    return makeCall(preview(), readMessage<ModifyPreview<UpdateRequest, Resource>>, Promise.prototype, count);
  }

  /** Runs `modify` if the Update does not start an operation. */
  modifyNow<GetRequest, Resource extends object, UpdateRequest, Response>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, Response>,
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options?: ModifyOptions,
  ): Call<Response> {
    const count = { attempts: 0 };
    const reply = this.#modify(methods, request, change, options, count);
    return makeCall(reply, readMessage<Response>, getMessagePrototype(methods.update.response), count);
  }

  /** Makes a call with one request and a stream of responses. */
  serverStream<Request, Response>(
    method: TypedMethod<Request, Response, "serverStreaming">,
    request: GivenRequest<Request>,
    options?: CallOptions,
  ): ServerStream<Response> {
    return serverStream<Response>((count) => startCall(this.#route, method, request, options, count));
  }

  /** Makes a call with a stream of requests and one response. */
  clientStream<Request, Response>(
    method: TypedMethod<Request, Response, "clientStreaming">,
    requests: AsyncIterable<GivenRequest<Request>> | Iterable<GivenRequest<Request>>,
    options?: CallOptions,
  ): Call<Response> {
    const count = { attempts: 0 };
    const reply = startStreamingCall(this.#route, method, requests, options, count);
    return makeCall(reply, readMessage<Response>, getMessagePrototype(method.response), count);
  }

  /** Makes a call with a stream of requests and a stream of responses. */
  bidiStream<Request, Response>(
    method: TypedMethod<Request, Response, "bidiStreaming">,
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
    options: CallOptions | ModifyOptions | undefined,
  ): Handle {
    const origin = new RouteOrigin({
      route: this.#route,
      wiring,
      method: method?.path.slice(1),
      // Read only for errors, because reading all headers of a reply costs more than the reply itself.
      requestId: () => readResponseId("x-request-id", reply),
      metadata: metadataForReads(options, this.#route.core.wiring.headers),
    });
    // The origin of an operation that was not started has the operations of this wiring.
    return wiring.open((reply.origin ?? origin) as OperationOrigin<Operation>, readMessage<Operation>(reply));
  }

  async #modify<GetRequest, Resource extends object, UpdateRequest>(
    methods: ModifyMethods<GetRequest, Resource, UpdateRequest, unknown>,
    request: GivenRequest<GetRequest>,
    change: (resource: Resource) => unknown,
    options: ModifyOptions | undefined,
    count: AttemptCount,
  ): Promise<ModifyReply> {
    const [route, modification] = this.#checkModification(methods, request, change, options, count);
    const { modify } = await loadUpdateCode<typeof UpdateCode>(route.core.wiring);
    return modify(route, modification);
  }

  /** Checks and copies the arguments of `modify` before anything is awaited, as for any call. */
  #checkModification<GetRequest, Resource extends object, UpdateRequest>(
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
        "modify needs a function that changes the resource: modify({ id }, (resource) => { ... })",
      );
    }
    const { timeoutMs, attempts, matchCopies, call } = this.#runCheck(update, () =>
      checkModifyOptions(options ?? {}, wiring.headers),
    );
    const getRequest = this.#runCheck(get, () => fill(get.request, request as MessageInit<GetRequest>));
    const within =
      timeoutMs === undefined
        ? undefined
        : { endMs: clock.nowMs() + timeoutMs, limit: { option: "timeoutMs", ms: timeoutMs } };
    return [
      { ...this.#route, within, count },
      { get, update, operations: operation, getRequest, change, attempts, matchCopies, call },
    ];
  }

  #runCheck<Checked>(method: Method, check: () => Checked): Checked {
    try {
      return check();
    } catch (error) {
      throw toCallStartError(this.#route, method, error);
    }
  }
}

/** The methods of a `modify`. */
export interface ModifyMethods<GetRequest, Resource, UpdateRequest, Response> {
  readonly get: TypedMethod<GetRequest, Resource, "unary">;
  readonly update: TypedMethod<UpdateRequest, Response, "unary">;
  /** How to read the operation that the Update starts; undefined if it starts none. */
  readonly operation?: OperationReader<unknown> | undefined;
}

/** Reads the response, which the decoder of the method has made. */
function readMessage<Response>(reply: IncomingResponse): Response {
  return reply.message as Response;
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
