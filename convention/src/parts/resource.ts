/** Resources (docs/conventions.md, "Resources"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { hasText, messageAt } from "../base/shape.js";

/** Fields of `metadata` that only the server sets, even if no option marks them (docs/conventions.md, section 2). */
export const serversMetadata: ReadonlySet<string> = new Set([
  "resource_version",
  "created_at",
  "updated_at",
  "created_by",
]);

/**
 * The message has the shape of a resource: the messages `metadata` and `spec`.
 * Requests of Create and Update have it too.
 */
export function isResource(message: DescMessage): boolean {
  return messageAt(message, "metadata") !== undefined && messageAt(message, "spec") !== undefined;
}

/** The message is a resource that requests can name: its metadata has a string `id`. */
export function isNamedResource(message: DescMessage): boolean {
  const metadata = messageAt(message, "metadata");
  return metadata !== undefined && hasText(metadata, "id") && isResource(message);
}
