import { isSerialized, readField, type Properties } from "../../messages/table/field-access.js";
import type { Field, MessageTable } from "../../messages/table/table.js";

/** Fields of `metadata` that identify the resource, besides those that the API marks as IDENTIFIER. */
const identifying: readonly string[] = ["id", "parent_id", "resource_version"];

/**
 * Whether an Update sets nothing but the fields that identify the resource. Fields that only the server sets are
 * ignored.
 */
export function carriesNothing(table: MessageTable, request: object): boolean {
  // Messages of generated code are plain objects.
  const message = request as Properties;
  return table.fields.every((field) => {
    if (!isSent(message, field)) return true;
    const { type, kind } = field.shape;
    if (kind !== "single" || field.oneof || type.kind !== "message") return false;
    const inside = readField(message, field) as Properties;
    return type.table.fields.every(
      (one) => !isSent(inside, one) || (field.name === "metadata" && identifying.includes(one.name)),
    );
  });
}

function isSent(message: Properties, field: Field): boolean {
  const isOthers = field.behaviors.some(
    (behavior) => behavior === "OUTPUT_ONLY" || behavior === "IDENTIFIER",
  );
  return !isOthers && isSerialized(message, field);
}
