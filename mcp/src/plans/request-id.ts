import { randomUUID } from "node:crypto";
import type { DraftChange } from "./plan.js";

/**
 * Adds a request id (https://google.aip.dev/155) if the request has none. Otherwise the SDK would add one after the
 * approval.
 */
export function addRequestId(change: DraftChange): DraftChange {
  const { open, message } = change;
  const { service, method } = open;
  const field = service.message(method.request).fields.find(({ name }) => name === method.requestId);
  if (field === undefined) return change;
  const given = (message as Readonly<Record<string, unknown>>)[field.property];
  // Of a field with presence, an empty one counts (AIP-4235).
  if (given !== undefined && (given !== "" || field.isOptional)) return change;
  return { ...change, message: { ...message, [field.property]: randomUUID() } };
}
