import { isJsonObject } from "@stratus/dynamic-client";
import { randomUUID } from "node:crypto";
import type { PreparedChange } from "./plan.js";

/**
 * Adds a request id (https://google.aip.dev/155) if the request has none. Otherwise the SDK would add one after the
 * approval.
 */
export function addRequestId(change: PreparedChange): PreparedChange {
  const { open, message, details } = change;
  const { service, method } = open;
  const field = service.message(method.request).fields.find(({ name }) => name === method.requestId);
  if (field === undefined) return change;
  const given = (message as Readonly<Record<string, unknown>>)[field.property];
  // Of a field with presence, an empty one counts (AIP-4235).
  if (given !== undefined && (given !== "" || field.isOptional)) return change;
  const filled = { ...message, [field.property]: randomUUID() };
  const request = service.codec.show({ kind: "message", type: method.request }, filled);
  return { ...change, message: filled, details: isJsonObject(details) ? { ...details, request } : details };
}
