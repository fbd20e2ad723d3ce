import type { AttemptCount } from "../chain/call-copy.js";
import type { CallOptions } from "../chain/call-options.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import type { Route } from "../client/call-start.js";
import { toCallStartError } from "../client/call-start-error.js";
import { type Call, type CallResponse, makeCall } from "../client/call.js";
import type { Caller } from "../caller.js";
import { checkModifyOptions } from "../modify/modify-options.js";
import { getMessagePrototype, handlePrototype } from "../client/await-guard.js";
import type { OperationOrigin, OperationWiring } from "../operation/operation-handle.js";
import type { ReadResource } from "../modify/modify-steps.js";
import type { Method } from "../rpc/service.js";
import { fill } from "../../messages/table/fill.js";
import type { GivenRequest } from "../../messages/table/message-init.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { MaskedModification, MaskedModifyOptions } from "./masked-modify.js";
import type { MaskedPreview } from "./masked-preview.js";
import type { MaskedFields } from "./masked-update.js";

/** The methods of a `modify`, and the fields of the update request. */
export interface MaskedMethods<GetRequest, Resource, UpdateRequest, Response> {
  readonly get: Method<GetRequest, Resource, "unary">;
  readonly update: Method<UpdateRequest, Response, "unary">;
  readonly fields: MaskedFields;
}

/** Runs `modify` if the update responds with the resource. */
export function maskedModifyNow<GetRequest, Resource extends object, UpdateRequest, Response>(
  caller: Caller,
  methods: MaskedMethods<GetRequest, Resource, UpdateRequest, Response>,
  request: GivenRequest<GetRequest>,
  change: (resource: Resource) => unknown,
  options?: MaskedModifyOptions,
): Call<Response> {
  return runCall(
    caller,
    methods,
    { request, change, options },
    getMessagePrototype(methods.update.response),
    {
      send: (update, call) => caller.unary(methods.update, update as GivenRequest<UpdateRequest>, call),
      // The update responds with the resource, as Get does.
      unchanged: ({ before }) => before as Response,
    },
  );
}

/** Runs `modify` if the update starts an operation. */
export function maskedModify<GetRequest, Resource extends object, UpdateRequest, Operation, Handle>(
  caller: Caller,
  methods: MaskedMethods<GetRequest, Resource, UpdateRequest, Operation>,
  wiring: OperationWiring<Operation, Handle>,
  request: GivenRequest<GetRequest>,
  change: (resource: Resource) => unknown,
  options?: MaskedModifyOptions,
): Call<Handle> {
  return runCall(caller, methods, { request, change, options }, handlePrototype, {
    send: (update, call) =>
      caller.operation(methods.update, wiring, update as GivenRequest<UpdateRequest>, call),
    async unchanged({ before: resource }) {
      const { UnchangedOrigin } = await import("../operation/unchanged-operation.js");
      const facts = { get: methods.get, update: methods.update, resource };
      const origin = new UnchangedOrigin<Operation>(readRoute(caller), wiring, facts);
      return wiring.open(origin as OperationOrigin<Operation>, origin.operation);
    },
  });
}

/** Runs the first steps of `modify` without sending the update. */
export function previewMaskedModify<GetRequest, Resource extends object, UpdateRequest>(
  caller: Caller,
  methods: MaskedMethods<GetRequest, Resource, UpdateRequest, unknown>,
  request: GivenRequest<GetRequest>,
  change: (resource: Resource) => unknown,
  options?: MaskedModifyOptions,
): Call<MaskedPreview<UpdateRequest, Resource>> {
  const count = { attempts: 0 };
  const preview = async (): Promise<IncomingResponse> => {
    const [route, modification] = checkModification(caller, methods, { request, change, options }, count);
    return (await import("./masked-preview.js")).previewChange(route, modification);
  };
  return makeCall(
    preview(),
    (reply) => reply.message as MaskedPreview<UpdateRequest, Resource>,
    Promise.prototype,
    count,
  );
}

/** The arguments of a `modify`. */
interface ModifyArguments {
  readonly request: unknown;
  readonly change: (resource: never) => unknown;
  readonly options: MaskedModifyOptions | undefined;
}

/** Reads the route of a caller, which the session has created. */
function readRoute(caller: Caller): Route {
  return caller.route as Route;
}

/** Checks and copies the arguments before anything is awaited, as for any call. */
function checkModification(
  caller: Caller,
  { get, update, fields }: MaskedMethods<unknown, unknown, unknown, unknown>,
  { request, change, options: { wholeMaps = false, ...given } = {} }: ModifyArguments,
  count: AttemptCount,
): readonly [Route, MaskedModification] {
  const route = readRoute(caller);
  try {
    const options = checkModifyOptions(given);
    const getRequest = fill(get.request as MessageTable<object>, request as object);
    return [
      { ...route, within: sharedTime(route, options.timeoutMs), count },
      { get, update, fields, change, wholeMaps, options, getRequest },
    ];
  } catch (error) {
    throw toCallStartError(route, update, error);
  }
}

/** Returns the time limit that all calls of a `modify` share. */
function sharedTime({ core }: Route, ms: number | undefined): Route["within"] {
  return ms === undefined
    ? undefined
    : { endMs: core.clock.nowMs() + ms, limit: { option: "timeoutMs", ms } };
}

function runCall<Answer>(
  caller: Caller,
  methods: MaskedMethods<unknown, unknown, unknown, unknown>,
  given: ModifyArguments,
  prototype: object,
  steps: {
    readonly send: (request: object, call: CallOptions) => Call<Answer>;
    readonly unchanged: (read: ReadResource) => Answer | Promise<Answer>;
  },
): Call<Answer> {
  const run = async (): Promise<CallResponse<Answer>> => {
    const [route, modification] = checkModification(caller, methods, given, { attempts: 0 });
    const { runModify, withRemainingTime } = await import("./masked-modify.js");
    const send = (request: object): Promise<CallResponse<Answer>> =>
      steps.send(request, withRemainingTime(route, modification.options.call)).withResponse();
    const result = await runModify(route, modification, send);
    if ("answer" in result) return result.answer;
    return { ...result.response, data: await steps.unchanged(result.unchanged) };
  };
  const response = run();
  // A call is a promise with the property that is set below.
  const call = response.then(({ data }) => data) as {
    -readonly [Name in keyof Call<Answer>]: Call<Answer>[Name];
  };
  call.withResponse = () => {
    // The program may never await the call itself, which must not count as an unhandled rejection.
    call.catch(() => undefined);
    return response;
  };
  return Object.setPrototypeOf(call, prototype) as Call<Answer>;
}
