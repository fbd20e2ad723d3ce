/**
 * The room of AIP (https://google.aip.dev): what clients of APIs do that follow it, beyond our own convention. Generated
 * code loads it by `aip-v1` where an API states something of it; a session knows nothing of it.
 *
 * @module
 */
import type { MethodExtension, MethodRetry } from "../rpc/service.js";
import { readNamed, type Properties } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { type RoutingRow, routingHeader } from "./routing-header.js";

/** Statements of an API about a method, as generated code writes them. */
export interface AipMethod {
  /** Proto name of the field that clients fill with a random UUID, by which the server knows the request again (AIP-155). */
  readonly requestId?: string;
  /** The fields that route a request (AIP-4222). */
  readonly routing?: readonly RoutingRow[];
  /** Time of a call with its retries, in milliseconds. */
  readonly timeoutMs?: number;
  /** When failed attempts are repeated; false if none is. */
  readonly retry?: MethodRetry | false;
}

/** A method that is repeated after no code. */
const noRetry: MethodRetry = {
  codes: [],
  maxAttempts: Infinity,
  baseDelayMs: 100,
  maxDelayMs: 5_000,
  multiplier: 2,
};

/** Makes of these statements what the steps of a call ask for. */
export function aip({ requestId, routing, timeoutMs, retry }: AipMethod): MethodExtension {
  return {
    fill:
      requestId === undefined ? undefined : (request, type, newId) => withId(request, type, requestId, newId),
    isKnownAgain:
      requestId === undefined ? undefined : (request, type) => Boolean(readNamed(type, request, requestId)),
    headers: routing === undefined ? undefined : (request, type) => routingHeader(request, type, routing),
    timeoutMs,
    retry: retry === false ? noRetry : retry,
  };
}

/** The request with an identifier, unless it has one; of a field with presence, an empty one counts (AIP-4235). */
function withId(request: object, type: MessageTable, name: string, newId: () => string): object {
  const field = type.byName.get(name);
  if (field === undefined) return request;
  const value = (request as Properties)[field.local];
  const isUnset = value === undefined || (value === "" && !field.hasPresence);
  return isUnset ? { ...request, [field.local]: newId() } : request;
}
