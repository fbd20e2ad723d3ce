import type { CallOptions } from "../chain/call-options.js";
import type { Route } from "../client/call-start.js";
import { toCallStartError } from "../client/call-start-error.js";
import { type Call, makeCall } from "../client/call.js";
import type { Caller } from "../caller.js";
import { getMessagePrototype, handlePrototype } from "../client/await-guard.js";
import type { OperationWiring } from "../operation/operation-handle.js";
import type { Method } from "../rpc/service.js";
import { singleStructure } from "../../messages/mask/fields/message-fields.js";
import {
  isRecord,
  isScalar,
  propertyName,
  readField,
  type Properties,
} from "../../messages/table/field-access.js";
import type { GivenRequest, MessageInit } from "../../messages/table/message-init.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { errorText } from "../../base/text/value-text.js";
import { type FieldMaskInput, formatFieldPaths } from "./field-mask-builder.js";

/** Options of an update with a field mask. */
export interface FieldMaskOptions<Resource> extends CallOptions {
  /**
   * The fields to set, or to clear if the request omits them: `(m) => [m.labels, m.rotation.period]`, or paths with proto
   * names. Sent as the `update_mask` of the request.
   */
  readonly updateMask: FieldMaskInput<Resource>;
}

/** The request of an update without a mask. It must have the whole resource, because all of its fields are updated. */
export type WholeUpdate<Request, Key extends keyof Request> = MessageInit<Omit<Request, Key>> & {
  readonly [Name in Key]: Exclude<Request[Name], undefined>;
};

/** The fields of an update request, by proto names. */
export interface MaskedFields {
  /** The resource. */
  readonly resource: string;
  /** The mask. */
  readonly mask: string;
  /** The client's method for `modify`, for error messages. */
  readonly modify?: string;
}

/** Calls an update that does not start an operation, with the given mask or the mask of the whole resource. */
export function maskedUpdate<Request, Response>(
  caller: Caller,
  method: Method<Request, Response, "unary">,
  fields: MaskedFields,
  request: GivenRequest<Request>,
  options?: CallOptions,
): Call<Response> {
  const prepared = prepare(caller, method, fields, request, options);
  if (prepared instanceof Error) return createRejectedCall(prepared, getMessagePrototype(method.response));
  return caller.unary(method, prepared.request, prepared.options);
}

/** Calls an update that starts an operation, with the given mask or the mask of the whole resource. */
export function maskedOperation<Request, Operation, Handle>(
  caller: Caller,
  method: Method<Request, Operation, "unary">,
  fields: MaskedFields,
  wiring: OperationWiring<Operation, Handle>,
  request: GivenRequest<Request>,
  options?: CallOptions,
): Call<Handle> {
  const prepared = prepare(caller, method, fields, request, options);
  if (prepared instanceof Error) return createRejectedCall(prepared, handlePrototype);
  return caller.operation(method, wiring, prepared.request, prepared.options);
}

/** Creates a call that has failed before it was sent. */
function createRejectedCall<T>(reason: Error, prototype: object): Call<T> {
  const failed = Promise.reject<never>(reason);
  return makeCall(failed, () => reason as never, prototype, { attempts: 0 });
}

/** A request with its mask, and the other options. */
interface PreparedUpdate<Request> {
  readonly request: GivenRequest<Request>;
  readonly options: CallOptions | undefined;
}

function prepare<Request>(
  caller: Caller,
  method: Method<Request, unknown, "unary">,
  fields: MaskedFields,
  request: GivenRequest<Request>,
  options: CallOptions | undefined,
): PreparedUpdate<Request> | Error {
  try {
    const { updateMask, ...others } = { ...(options as Partial<FieldMaskOptions<unknown>> | undefined) };
    const masked = addMask(method.request, fields, isRecord(request) ? request : {}, updateMask);
    // The mask is a field of the request.
    return { request: masked as GivenRequest<Request>, options: options && others };
  } catch (error) {
    return toCallStartError(caller.route as Route, method, error);
  }
}

/**
 * Adds the mask to a request.
 *
 * @throws OptionsError for an invalid mask, and for a request without a mask that lacks fields of the resource.
 */
function addMask(
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
    throw new OptionsError(
      "OPTION_CONFLICT",
      `updateMask: the request already has a mask; use only one of them`,
      {
        option: "updateMask",
      },
    );
  }
  const type = resource.shape.type.table;
  const explicit = option ?? (isGiven ? given.map(String) : undefined);
  const paths =
    explicit === undefined
      ? listAllPaths(type, fields, request[resource.local])
      : formatPaths(type, explicit);
  if (paths.length === 0)
    throw invalidOption("updateMask", "the mask is empty, which servers treat as all fields");
  return { ...request, [mask.local]: paths };
}

function formatPaths(type: MessageTable, input: FieldMaskInput<unknown>): string[] {
  try {
    return formatFieldPaths(type, input);
  } catch (error) {
    throw new OptionsError("OPTION_INVALID", errorText(error), { option: "updateMask" });
  }
}

/** Lists the fields that a client can set, if the request has the whole resource. */
function listAllPaths(type: MessageTable, { resource, modify }: MaskedFields, value: unknown): string[] {
  const settable = type.fields.filter(
    ({ name, behaviors }) =>
      name !== "name" &&
      name !== "etag" &&
      !["OUTPUT_ONLY", "IDENTIFIER", "IMMUTABLE"].some((one) => behaviors.includes(one)),
  );
  // Decoders omit the property of an absent scalar with presence.
  const expected = settable.filter(
    (field) => field.oneof !== undefined || !(field.hasPresence && isScalar(field)),
  );
  const missing = expected.filter((field) => !isRecord(value) || !Object.hasOwn(value, propertyName(field)));
  if (missing.length === 0) return settable.map(({ name }) => name);
  const names = [...new Set(missing.map(propertyName))];
  const shown = names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
  const carried = listCarried(settable, value).slice(0, maxCarriedPaths);
  const example = carried.length === 0 ? "" : `, such as { updateMask: (m) => [${carried.join(", ")}] }`;
  throw new OptionsError(
    "OPTION_MISSING",
    `updateMask is required, because the ${resource} of the request lacks ${shown}: name the fields to set or clear` +
      `${example}; give the whole ${resource}, with undefined for fields to clear` +
      (modify === undefined ? "" : `; or call ${modify}`),
    { option: "updateMask" },
  );
}

/** The maximum number of paths in the example of a mask. */
const maxCarriedPaths = 3;

/** Lists the paths of the fields that a resource carries, as the mask builder writes them. */
function listCarried(fields: readonly Field[], value: unknown, path = "m"): string[] {
  if (!isRecord(value)) return [];
  return fields.flatMap((field) => {
    const [inner, here] = [readField(value, field), `${path}.${field.local}`];
    if (inner === undefined || field.behaviors.includes("OUTPUT_ONLY")) return [];
    const inside = field.oneof ? undefined : singleStructure(field);
    const below = inside ? listCarried(inside.fields, inner, here) : [];
    // A part of a structure must not clear the rest of it.
    return below.length > 0 ? below : [here];
  });
}
