import { CallError, explained } from "../error/call-error.js";
import { isSerialized, isRecord, readField, type Properties } from "../../messages/table/field-access.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import type { SentUpdate } from "../client/sent-update.js";

/** So many fields are named. */
const maxNamed = 5;

/**
 * The failure of an Update that `modify` has sent; if the server asks for fields that were not sent, it says which, why
 * they were not, and how they are.
 */
export function withLackingFields(error: unknown, { method, request, resetMask }: SentUpdate): unknown {
  if (!(error instanceof CallError) || error.code !== "INVALID_ARGUMENT") return error;
  const lacking = error.violations.flatMap(({ path }) => lackingField(method.request, request, path) ?? []);
  if (lacking.length === 0) return error;
  const named = [...new Set(lacking)].slice(0, maxNamed).join(", ");
  const mask = resetMask.isEmpty ? '""' : JSON.stringify(resetMask.toString());
  return explained(
    error,
    `modify sent only what was changed and what it knew to be asked for, without ${named}; send that and the change ` +
      `with update, with metadata.id, metadata.resource_version and the option resetMask: ${mask}`,
  );
}

/** A field by its path, such as `spec.disks[2].key`, with the reason, if the request does not carry it. */
function lackingField(table: MessageTable, request: object, path: string): string | undefined {
  let [type, message]: [MessageTable | undefined, Properties] = [table, request as Properties];
  for (const part of path.split(".")) {
    const field: Field | undefined = type?.byName.get(part.replace(/\[.*$/, ""));
    if (!field) return undefined;
    if (!isSerialized(message, field)) {
      return field.behaviors.includes("INPUT_ONLY") ? `${path} (no response shows it)` : path;
    }
    const value = readField(message, field);
    // What is in a list or a map was sent whole.
    if (field.shape.kind !== "single" || field.shape.type.kind !== "message" || !isRecord(value))
      return undefined;
    type = field.shape.type.table;
    message = value;
  }
  return undefined;
}
