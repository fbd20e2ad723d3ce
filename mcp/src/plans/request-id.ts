import { isJsonObject } from "@stratus/dynamic-client";
import { randomUUID } from "node:crypto";
import type { Draught } from "./plan.js";

/**
 * A change with the identifier by which the server knows its request again (https://google.aip.dev/155), unless it has one:
 * otherwise the package would add it to what was approved.
 */
export function identified(draught: Draught): Draught {
  const { open, message, details } = draught;
  const { part, method } = open;
  const field = part.message(method.request).fields.find(({ name }) => name === method.requestId);
  if (field === undefined) return draught;
  const given = (message as Readonly<Record<string, unknown>>)[field.property];
  // Of a field with presence, an empty one counts (AIP-4235).
  if (given !== undefined && (given !== "" || field.isOptional)) return draught;
  const filled = { ...message, [field.property]: randomUUID() };
  const request = part.forms.show({ kind: "message", type: method.request }, filled);
  return { ...draught, message: filled, details: isJsonObject(details) ? { ...details, request } : details };
}
