import { unpackAny, type AnyMessage } from "../../messages/json/any.js";
import type { AnyType } from "../../messages/json/any-types.js";
import type { StatusDetail } from "./call-error.js";

/**
 * Returns the decoded details of one type, in order: `findDetails(error, BadRequest)`. It reads a `CallError`, or a
 * `google.rpc.Status` in a message: `findDetails(operation.status, QuotaFailure)`. Any other value has none.
 * Details with invalid bytes are omitted; they stay in `details`. The API's own service errors are already decoded
 * in `error.serviceErrors`.
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
    // An invalid detail must not hide the failure that it describes.
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
