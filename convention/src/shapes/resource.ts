/** Recognizes resources (docs/conventions.md, "Resources"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { hasStringField, fieldMessage } from "../base/message-fields.js";

/** Fields of `metadata` that only the server sets, even if no option marks them (docs/conventions.md, section 2). */
export const serverManagedMetadata: ReadonlySet<string> = new Set([
  "resource_version",
  "created_at",
  "updated_at",
  "created_by",
]);

/** Whether the message has the shape of a resource: messages `metadata` and `spec`. Requests of Create and Update have it, too. */
export function isResource(message: DescMessage): boolean {
  return fieldMessage(message, "metadata") !== undefined && fieldMessage(message, "spec") !== undefined;
}

/** Whether the message is a resource that requests can identify: its metadata has a string `id`. */
export function isNamedResource(message: DescMessage): boolean {
  const metadata = fieldMessage(message, "metadata");
  return metadata !== undefined && hasStringField(metadata, "id") && isResource(message);
}
