import type { CallOptions } from "../chain/call-options.js";
import type { Route } from "../client/call-start.js";
import { refusedCall } from "../client/refused-call.js";
import { type Call, makeCall } from "../client/call.js";
import type { Caller } from "../caller.js";
import { promiseOf, promiseOfHandle } from "../client/not-awaited.js";
import type { OperationWiring } from "../operation/operation-handle.js";
import type { Method } from "../rpc/service.js";
import { isRecord, isScalar, propertyName, type Properties } from "../../messages/table/field-access.js";
import type { GivenRequest, MessageInit } from "../../messages/table/message-init.js";
import type { MessageTable } from "../../messages/table/table.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { errorText } from "../../base/text/value-text.js";
import { type FieldMaskInput, fieldPaths } from "./field-mask-builder.js";

/** Options of an update with a field mask: those of any call, and the mask. */
export interface FieldMaskOptions<Resource> extends CallOptions {
  /**
   * The fields that are set, or cleared where the request carries nothing: `(m) => [m.labels, m.rotation.period]`, or
   * paths in proto names. It is sent as the `update_mask` of the request.
   */
  readonly updateMask: FieldMaskInput<Resource>;
}

/** The request of an update without a mask: it has the whole resource, so that each field of it is meant. */
export type WholeUpdate<Request, Key extends keyof Request> = MessageInit<Omit<Request, Key>> & {
  readonly [Name in Key]: Exclude<Request[Name], undefined>;
};

/** The fields of a request that an update with a mask is made of, by proto names. */
export interface MaskedFields {
  /** The resource. */
  readonly resource: string;
  /** The mask. */
  readonly mask: string;
  /** Name of the client's helper that reads, changes and updates; for messages. */
  readonly modify?: string;
}

/** An update that answers at once: with its mask, or with the one of a whole resource. */
export function maskedUpdate<Request, Response>(
  caller: Caller,
  method: Method<Request, Response, "unary">,
  fields: MaskedFields,
  request: GivenRequest<Request>,
  options?: CallOptions,
): Call<Response> {
  const made = prepare(caller, method, fields, request, options);
  if (made instanceof Error) return rejected(made, promiseOf(method.response));
  return caller.unary(method, made.request, made.options);
}

/** The same if it starts an operation. */
export function maskedOperation<Request, Operation, Handle>(
  caller: Caller,
  method: Method<Request, Operation, "unary">,
  fields: MaskedFields,
  wiring: OperationWiring<Operation, Handle>,
  request: GivenRequest<Request>,
  options?: CallOptions,
): Call<Handle> {
  const made = prepare(caller, method, fields, request, options);
  if (made instanceof Error) return rejected(made, promiseOfHandle);
  return caller.operation(method, wiring, made.request, made.options);
}

/** A call that failed before it was made. */
function rejected<T>(reason: Error, prototype: object): Call<T> {
  const failed = Promise.reject<never>(reason);
  return makeCall(failed, () => reason as never, prototype, { attempts: 0 });
}

interface Prepared<Request> {
  readonly request: GivenRequest<Request>;
  readonly options: CallOptions | undefined;
}

function prepare<Request>(
  caller: Caller,
  method: Method<Request, unknown, "unary">,
  fields: MaskedFields,
  request: GivenRequest<Request>,
  options: CallOptions | undefined,
): Prepared<Request> | Error {
  try {
    const { updateMask, ...others } = { ...(options as Partial<FieldMaskOptions<unknown>> | undefined) };
    const made = withMask(method.request, fields, isRecord(request) ? request : {}, updateMask);
    // The mask is a field of the request.
    return { request: made as GivenRequest<Request>, options: options && others };
  } catch (error) {
    return refusedCall(caller.route as Route, method, error);
  }
}

/** @throws An OptionsError for a mask that cannot be sent, and for a request without one that has not the whole resource. */
function withMask(
  table: MessageTable,
  fields: MaskedFields,
  request: Properties,
  option: FieldMaskInput<unknown> | undefined,
): object {
  const [mask, resource] = [table.byName.get(fields.mask), table.byName.get(fields.resource)];
  if (mask === undefined || resource?.shape.kind !== "single" || resource.shape.type.kind !== "message")
    return request;
  const given = request[mask.local];
  const isGiven = Array.isArray(given) && given.length > 0;
  if (option !== undefined && isGiven) {
    throw new OptionsError("OPTION_CONFLICT", `updateMask: the request has one already; give one of them`, {
      option: "updateMask",
    });
  }
  const type = resource.shape.type.table;
  const own = option ?? (isGiven ? given.map(String) : undefined);
  const paths = own === undefined ? wholePaths(type, fields, request[resource.local]) : readPaths(type, own);
  if (paths.length === 0)
    throw invalidOption("updateMask", "it names nothing, which servers take for everything");
  return { ...request, [mask.local]: paths };
}

function readPaths(type: MessageTable, input: FieldMaskInput<unknown>): string[] {
  try {
    return fieldPaths(type, input);
  } catch (error) {
    throw new OptionsError("OPTION_INVALID", errorText(error), { option: "updateMask" });
  }
}

/** All fields of a resource that a client may set, if a request has the whole of it. */
function wholePaths(type: MessageTable, { resource, modify }: MaskedFields, value: unknown): string[] {
  const settable = type.fields.filter(
    ({ name, behaviors }) =>
      name !== "name" &&
      name !== "etag" &&
      !["OUTPUT_ONLY", "IDENTIFIER", "IMMUTABLE"].some((one) => behaviors.includes(one)),
  );
  // A scalar with presence has an optional property, which a decoder leaves out.
  const expected = settable.filter(
    (field) => field.oneof !== undefined || !(field.hasPresence && isScalar(field)),
  );
  const missing = expected.filter((field) => !isRecord(value) || !Object.hasOwn(value, propertyName(field)));
  if (missing.length === 0) return settable.map(({ name }) => name);
  const names = [...new Set(missing.map(propertyName))];
  const shown = names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
  const paths = `{ updateMask: (m) => [m.${names[0]}] }`;
  throw new OptionsError(
    "OPTION_MISSING",
    `updateMask is needed, since the ${resource} of the request is not whole (it lacks ${shown}): name the fields that are ` +
      `set or cleared, such as ${paths}; give the whole ${resource}, with undefined for what is to be cleared` +
      (modify === undefined ? "" : `; or call ${modify}`),
    { option: "updateMask" },
  );
}
