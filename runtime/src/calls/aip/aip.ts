/**
 * Calls of APIs that follow AIP (https://google.aip.dev): request IDs, routing headers, field masks, resource names. Only
 * generated code for such APIs loads this folder, by the entry point `generated/aip-v1`.
 *
 * @module
 */
import type { MethodExtension, MethodRetry } from "../rpc/service.js";
import { readNamed, type Properties } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { addCreatedName, type CreatedName } from "./created-name.js";
import { type RoutingRow, createRoutingHeader } from "./routing-header.js";

/** The facts that an API states about a method, as generated code writes them. */
export interface AipMethod {
  /** Proto name of the field for a random UUID by which the server recognizes a repeated request (AIP-155). */
  readonly requestId?: string;
  /** The fields of a Create from which clients fill in the name of the resource, which is required. */
  readonly createdName?: CreatedName;
  /** The fields of the routing header (AIP-4222). */
  readonly routing?: readonly RoutingRow[];
  /** Timeout of a call with its retries, in milliseconds. */
  readonly timeoutMs?: number;
  /** The retry policy; false for no retries. */
  readonly retry?: MethodRetry | false;
}

/** A retry policy without status codes. */
const noRetry: MethodRetry = {
  codes: [],
  maxAttempts: Infinity,
  baseDelayMs: 100,
  maxDelayMs: 5_000,
  multiplier: 2,
};

/** Creates the extension of a method from these facts. */
export function aip({ requestId, createdName, routing, timeoutMs, retry }: AipMethod): MethodExtension {
  return {
    fill:
      requestId === undefined && createdName === undefined
        ? undefined
        : (request, type, newId) => {
            const named = createdName ? addCreatedName(request, type, createdName) : request;
            return requestId === undefined ? named : addRequestId(named, type, requestId, newId);
          },
    isKnownAgain:
      requestId === undefined ? undefined : (request, type) => Boolean(readNamed(type, request, requestId)),
    headers:
      routing === undefined ? undefined : (request, type) => createRoutingHeader(request, type, routing),
    timeoutMs,
    retry: retry === false ? noRetry : retry,
  };
}

/** Adds a request ID, unless the request has one. In a field with presence, an empty ID counts (AIP-4235). */
function addRequestId(request: object, type: MessageTable, name: string, newId: () => string): object {
  const field = type.byName.get(name);
  if (field === undefined) return request;
  const value = (request as Properties)[field.local];
  const isUnset = value === undefined || (value === "" && !field.hasPresence);
  return isUnset ? { ...request, [field.local]: newId() } : request;
}
