import type { IncomingResponse } from "../call/interceptor.js";
import { refusedCall } from "../client/call-start.js";
import { type Call, type CallResponse, makeCall } from "../client/call.js";
import type { Caller } from "../client/caller.js";
import { promiseOf, promiseOfHandle } from "../client/not-awaited.js";
import type { OperationOrigin, OperationWiring } from "../client/operation-handle.js";
import { UnchangedOrigin } from "../client/unchanged-operation.js";
import type { ReadResource } from "../client/read-change.js";
import type { Method } from "../rpc/service.js";
import type { GivenRequest } from "../table/message-init.js";
import { applyFieldMask } from "./apply-field-mask.js";
import { MaskedPreview } from "./masked-preview.js";
import {
  type MaskedModification,
  type MaskedModifyOptions,
  readChange,
  readModification,
  routeWithin,
  runModify,
} from "./masked-modify.js";
import { type MaskedFields, rejected } from "./masked-update.js";

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
  const send = (made: object, call: MaskedModification["options"]["call"]): Call<Response> =>
    caller.unary(methods.update, made as GivenRequest<UpdateRequest>, call);
  const unchanged = ({ reply, before }: ReadResource): CallResponse<Response> =>
    responseOf(reply, before as Response & object);
  return runCall(caller, methods, { request, change, options }, { send, unchanged, prototype: promiseOf(methods.update.response) });
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
  const send = (made: object, call: MaskedModification["options"]["call"]): Call<Handle> =>
    caller.operation(methods.update, wiring, made as GivenRequest<UpdateRequest>, call);
  const unchanged = ({ reply, before }: ReadResource): CallResponse<Handle> => {
    const facts = { get: methods.get, update: methods.update, resource: before };
    const origin = new UnchangedOrigin<Operation>(caller.route, wiring, facts);
    return responseOf(reply, wiring.open(origin as OperationOrigin<Operation>, origin.operation));
  };
  return runCall(caller, methods, { request, change, options }, { send, unchanged, prototype: promiseOfHandle });
}

/** get and change, and what the update would be. */
export function previewMaskedModify<GetRequest, Resource extends object, UpdateRequest>(
  caller: Caller,
  methods: MaskedMethods<GetRequest, Resource, UpdateRequest, unknown>,
  request: GivenRequest<GetRequest>,
  change: (resource: Resource) => unknown,
  options?: MaskedModifyOptions,
): Call<MaskedPreview<UpdateRequest, Resource>> {
  const preview = async (): Promise<IncomingResponse> => {
    const modification = checked(caller, methods, { request, change, options });
    const { request: made, updateMask, read } = await readChange(routeWithin(caller.route, modification.options), modification);
    const { byName } = methods.update.request;
    const sent = Reflect.get(made, byName.get(methods.fields.resource)?.local ?? "") as object;
    const after = applyFieldMask(methods.get.response, read.before, sent, updateMask);
    const tables = { request: methods.update.request, resource: methods.get.response };
    return {
      ...read.reply,
      message: new MaskedPreview({ request: made, updateMask, before: read.before, after }, tables),
    };
  };
  return makeCall(preview(), (reply) => reply.message as MaskedPreview<UpdateRequest, Resource>, Promise.prototype);
}

interface Given {
  readonly request: unknown;
  readonly change: (resource: never) => unknown;
  readonly options: MaskedModifyOptions | undefined;
}

function checked(
  caller: Caller,
  { get, update, fields }: MaskedMethods<unknown, unknown, unknown, unknown>,
  { request, change, options }: Given,
): MaskedModification {
  try {
    return readModification({ get, update, fields }, request as object, change, options);
  } catch (error) {
    throw refusedCall(caller.route, update, error);
  }
}

function runCall<Answer>(
  caller: Caller,
  methods: MaskedMethods<unknown, unknown, unknown, unknown>,
  given: Given,
  parts: {
    readonly send: (request: object, call: MaskedModification["options"]["call"]) => Call<Answer>;
    readonly unchanged: (read: ReadResource) => CallResponse<Answer>;
    readonly prototype: object;
  },
): Call<Answer> {
  let modification: MaskedModification;
  try {
    modification = checked(caller, methods, given);
  } catch (error) {
    return rejected(error as Error, parts.prototype);
  }
  const { options } = modification;
  const route = routeWithin(caller.route, options);
  const run = async (): Promise<CallResponse<Answer>> => {
    const result = await runModify(route, modification, (request) =>
      parts.send(request, withinOf(route, options.call)).withResponse(),
    );
    return "answer" in result ? result.answer : parts.unchanged(result.unchanged);
  };
  const response = run();
  const call = response.then(({ data }) => data) as { -readonly [Name in keyof Call<Answer>]: Call<Answer>[Name] };
  call.withResponse = () => {
    // Whoever asks for this may never look at the call itself.
    call.catch(() => undefined);
    return response;
  };
  return Object.setPrototypeOf(call, parts.prototype) as Call<Answer>;
}

/** The options of a call that has no more time than is left. */
function withinOf(
  { core, within }: Caller["route"],
  call: MaskedModification["options"]["call"],
): MaskedModification["options"]["call"] {
  if (within === undefined) return call;
  return { ...call, timeoutMs: Math.max(1, within.endMs - core.clock.nowMs()) };
}

function responseOf<T>({ header, trailer }: IncomingResponse, data: T): CallResponse<T> {
  return { data, requestId: header.get("x-request-id"), traceId: header.get("x-trace-id"), header, trailer };
}
