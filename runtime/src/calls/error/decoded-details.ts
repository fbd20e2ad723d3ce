import { isRecord } from "../../messages/table/field-access.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import type { StatusDetail } from "./call-error.js";
import { readRetryDelayMs, typeNameInUrl } from "./rpc-status.js";
import { errorFacts, type ServiceErrorFacts, type TypedMessage } from "./service-errors.js";

/** The contents of a status's details. */
interface DecodedDetails extends ServiceErrorFacts {
  readonly serviceErrors: readonly unknown[];
  /** Details that no known type decodes. */
  readonly details: readonly StatusDetail[];
}

/**
 * Decodes the details of a status by the API's error types. Malformed details and those of other types stay
 * encoded.
 */
export function decodeDetails(
  details: readonly StatusDetail[],
  types: readonly MessageType<unknown>[],
): DecodedDetails {
  const found: TypedMessage[] = [];
  const others: StatusDetail[] = [];
  for (const detail of details) {
    const type = types.find(({ typeName }) => typeName === detail.typeName);
    const message = type && tryDecode(type, detail.value);
    if (type && message !== undefined) found.push({ table: type, message });
    else others.push(detail);
  }
  const facts = errorFacts(found);
  return {
    ...facts,
    serviceErrors: found.map((one) => one.message),
    details: others,
    retryDelayMs: details.map(readRetryDelayMs).find((delay) => delay !== undefined) ?? facts.retryDelayMs,
  };
}

/** Returns the details of a status that is a field of a message: `{ typeUrl, value }` for each `Any`. */
export function readDetails(anys: unknown): StatusDetail[] {
  if (!Array.isArray(anys)) return [];
  return anys.flatMap((any: unknown): StatusDetail[] => {
    if (!isRecord(any) || typeof any["typeUrl"] !== "string" || !(any["value"] instanceof Uint8Array))
      return [];
    return [{ typeName: typeNameInUrl(any["typeUrl"]), value: any["value"] }];
  });
}

function tryDecode(type: MessageType<unknown>, bytes: Uint8Array): unknown {
  try {
    return type.decode(bytes);
  } catch {
    return undefined;
  }
}
