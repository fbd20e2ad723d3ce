import { unpackAny, type AnyMessage } from "../../messages/json/any.js";
import type { AnyType } from "../../messages/json/any-types.js";
import type { StatusDetail } from "./call-error.js";

/**
 * The details of one type, decoded, in their order: `findDetails(error, BadRequest)`. Of a `CallError`, or of
 * anything else that was thrown, which has none; or of a `google.rpc.Status` that is a field of a message:
 * `findDetails(operation.status, QuotaFailure)`. A detail whose bytes are not of its type is left out; it stays in
 * `details`. The API's own service errors are in `error.serviceErrors`, decoded already.
 *
 * See https://google.aip.dev/193 and `google/rpc/error_details.proto`.
 */
export function findDetails<T>(failure: unknown, type: AnyType<T>): T[] {
  const details =
    typeof failure === "object" && failure !== null && "details" in failure ? failure.details : [];
  return Array.isArray(details) ? details.flatMap((detail: unknown) => read(type, detail)) : [];
}

function read<T>(type: AnyType<T>, detail: unknown): T[] {
  try {
    const message = unpackAny(type, toAny(detail));
    return message === undefined ? [] : [message];
  } catch {
    // What cannot be read must not hide the failure that it describes.
    return [];
  }
}

/** A detail as an Any: a `CallError` has the bare name of the type, a status in a message its URL. */
function toAny(detail: unknown): AnyMessage | undefined {
  if (typeof detail !== "object" || detail === null) return undefined;
  const {
    typeName,
    typeUrl = `/${String(typeName)}`,
    value,
    _json,
  } = detail as Partial<AnyMessage & StatusDetail>;
  return value instanceof Uint8Array ? { typeUrl, value, _json } : undefined;
}
