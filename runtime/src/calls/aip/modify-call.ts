import type { AttemptCount } from "../chain/call-copy.js";
import type { CallOptions } from "../chain/call-options.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import type { Route } from "../client/call-start.js";
import { refusedCall } from "../client/refused-call.js";
import { type Call, type CallResponse, makeCall } from "../client/call.js";
import type { Caller } from "../caller.js";
import { checkModifyOptions } from "../modify/modify-options.js";
import { promiseOf, promiseOfHandle } from "../client/not-awaited.js";
import type { OperationOrigin, OperationWiring } from "../operation/operation-handle.js";
import type { ReadResource } from "../modify/read-change.js";
import type { Method } from "../rpc/service.js";
import { fill } from "../../messages/table/fill.js";
import type { GivenRequest } from "../../messages/table/message-init.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { MaskedModification, MaskedModifyOptions } from "./masked-modify.js";
import type { MaskedPreview } from "./masked-preview.js";
import type { MaskedFields } from "./masked-update.js";

/** The two rpcs of a change, and what of the update's request it is made of. */
export interface MaskedMethods<GetRequest, Resource, UpdateRequest, Response> {
  readonly get: Method<GetRequest, Resource, "unary">;
  readonly update: Method<UpdateRequest, Response, "unary">;
  readonly fields: MaskedFields;
}

/** get, change, update, if the update answers at once with the resource. */
export function maskedModifyNow<GetRequest, Resource extends object, UpdateRequest, Response>(
  caller: Caller,
  methods: MaskedMethods<GetRequest, Resource, UpdateRequest, Response>,
  request: GivenRequest<GetRequest>,
  change: (resource: Resource) => unknown,
  options?: MaskedModifyOptions,
): Call<Response> {
  return runCall(caller, methods, { request, change, options }, promiseOf(methods.update.response), {
    send: (made, call) => caller.unary(methods.update, made as GivenRequest<UpdateRequest>, call),
    // What an update answers with is what was read.
    unchanged: ({ before }) => before as Response,
  });
}

/** The same if the update starts an operation. */
export function maskedModify<GetRequest, Resource extends object, UpdateRequest, Operation, Handle>(
  caller: Caller,
  methods: MaskedMethods<GetRequest, Resource, UpdateRequest, Operation>,
  wiring: OperationWiring<Operation, Handle>,
  request: GivenRequest<GetRequest>,
  change: (resource: Resource) => unknown,
  options?: MaskedModifyOptions,
): Call<Handle> {
  return runCall(caller, methods, { request, change, options }, promiseOfHandle, {
    send: (made, call) => caller.operation(methods.update, wiring, made as GivenRequest<UpdateRequest>, call),
    async unchanged({ before: resource }) {
      const { UnchangedOrigin } = await import("../operation/unchanged-operation.js");
      const facts = { get: methods.get, update: methods.update, resource };
      const origin = new UnchangedOrigin<Operation>(routeOf(caller), wiring, facts);
      return wiring.open(origin as OperationOrigin<Operation>, origin.operation);
    },
  });
}

/** get and change, and what the update would be. */
export function previewMaskedModify<GetRequest, Resource extends object, UpdateRequest>(
  caller: Caller,
  methods: MaskedMethods<GetRequest, Resource, UpdateRequest, unknown>,
  request: GivenRequest<GetRequest>,
  change: (resource: Resource) => unknown,
  options?: MaskedModifyOptions,
): Call<MaskedPreview<UpdateRequest, Resource>> {
  const count = { attempts: 0 };
  const preview = async (): Promise<IncomingResponse> => {
    const [route, modification] = checked(caller, methods, { request, change, options }, count);
    return (await import("./masked-preview.js")).previewChange(route, modification);
  };
  return makeCall(
    preview(),
    (reply) => reply.message as MaskedPreview<UpdateRequest, Resource>,
    Promise.prototype,
    count,
  );
}

interface Given {
  readonly request: unknown;
  readonly change: (resource: never) => unknown;
  readonly options: MaskedModifyOptions | undefined;
}

/** The session has made it. */
function routeOf(caller: Caller): Route {
  return caller.route as Route;
}

/** Checks what a caller says of a change, and copies it before anything is waited for, as the request of a call is. */
function checked(
  caller: Caller,
  { get, update, fields }: MaskedMethods<unknown, unknown, unknown, unknown>,
  { request, change, options: { wholeMaps = false, ...given } = {} }: Given,
  count: AttemptCount,
): readonly [Route, MaskedModification] {
  const route = routeOf(caller);
  try {
    const options = checkModifyOptions(given);
    const wanted = fill(get.request as MessageTable<object>, request as object);
    return [
      { ...route, within: sharedTime(route, options.timeoutMs), count },
      { get, update, fields, change, wholeMaps, options, wanted },
    ];
  } catch (error) {
    throw refusedCall(route, update, error);
  }
}

/** The time that all calls of a change have together. */
function sharedTime({ core }: Route, ms: number | undefined): Route["within"] {
  return ms === undefined
    ? undefined
    : { endMs: core.clock.nowMs() + ms, limit: { option: "timeoutMs", ms } };
}

function runCall<Answer>(
  caller: Caller,
  methods: MaskedMethods<unknown, unknown, unknown, unknown>,
  given: Given,
  prototype: object,
  parts: {
    readonly send: (request: object, call: CallOptions) => Call<Answer>;
    readonly unchanged: (read: ReadResource) => Answer | Promise<Answer>;
  },
): Call<Answer> {
  const run = async (): Promise<CallResponse<Answer>> => {
    const [route, modification] = checked(caller, methods, given, { attempts: 0 });
    const { runModify, timeLeft } = await import("./masked-modify.js");
    const send = (request: object): Promise<CallResponse<Answer>> =>
      parts.send(request, timeLeft(route, modification.options.call)).withResponse();
    const result = await runModify(route, modification, send);
    if ("answer" in result) return result.answer;
    return { ...result.response, data: await parts.unchanged(result.unchanged) };
  };
  const response = run();
  // The one property that makes a call of a promise is set below.
  const call = response.then(({ data }) => data) as {
    -readonly [Name in keyof Call<Answer>]: Call<Answer>[Name];
  };
  call.withResponse = () => {
    // Whoever asks for this may never look at the call itself.
    call.catch(() => undefined);
    return response;
  };
  return Object.setPrototypeOf(call, prototype) as Call<Answer>;
}
