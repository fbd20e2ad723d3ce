import { CallError, explained } from "../error/call-error.js";
import { isSerialized, isRecord, readField, type Properties } from "../../messages/table/field-access.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The maximum number of fields that the error names. */
const maxNamedFields = 5;

/**
 * Adds to the rejection of an Update which of the fields that the server requires `modify` has omitted, why, and how to
 * send them.
 */
export function explainOmittedFields(error: unknown, { method, request, resetMask }: SentUpdate): unknown {
  if (!(error instanceof CallError) || error.code !== "INVALID_ARGUMENT") return error;
  const omitted = error.violations.flatMap(
    ({ path }) => findOmittedField(method.request, request, path) ?? [],
  );
  if (omitted.length === 0) return error;
  const named = [...new Set(omitted)].slice(0, maxNamedFields).join(", ");
  const mask = resetMask.isEmpty ? '""' : JSON.stringify(resetMask.toString());
  return explained(
    error,
    `modify sent only what was changed and what known rules require, without ${named}; send that and the change ` +
      `with update, with metadata.id, metadata.resource_version and the option resetMask: ${mask}`,
  );
}

/** Returns the path of a field, such as `spec.disks[2].key`, with the reason if it was omitted; otherwise undefined. */
function findOmittedField(table: MessageTable, request: object, path: string): string | undefined {
  let [type, message]: [MessageTable | undefined, Properties] = [table, request as Properties];
  for (const part of path.split(".")) {
    const field: Field | undefined = type?.byName.get(part.replace(/\[.*$/, ""));
    if (!field) return undefined;
    if (!isSerialized(message, field)) {
      return field.behaviors.includes("INPUT_ONLY") ? `${path} (no response shows it)` : path;
    }
    const value = readField(message, field);
    // Lists and maps are sent whole.
    if (field.shape.kind !== "single" || field.shape.type.kind !== "message" || !isRecord(value))
      return undefined;
    type = field.shape.type.table;
    message = value;
  }
  return undefined;
}
