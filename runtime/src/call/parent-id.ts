import type { Method } from "../rpc/service.js";
import type { Field, MessageTable } from "../table/table.js";

/** A message of which one property is set. */
type Properties = { [name: string]: unknown };

/**
 * Names the session's parent in a request that names none: `parent_id` of List,
 * GetByName and their kind, `metadata.parent_id` of Create. The request is a
 * filled copy, no longer the caller's.
 */
export function fillParentId(method: Method, request: unknown, parentId: string): unknown {
  if (!isMessage(request)) return request;
  const table = method.request;
  setIfEmpty(table, request, parentId);
  if (/^Create($|[A-Z0-9_])/.test(method.name)) fillMetadata(table, request, parentId);
  return request;
}

function fillMetadata(table: MessageTable, request: Properties, parentId: string): void {
  const field = table.byName.get("metadata");
  if (field?.shape.kind !== "single" || field.shape.type.kind !== "message") return;
  const metadata = request[field.local];
  if (isMessage(metadata)) setIfEmpty(field.shape.type.table, metadata, parentId);
}

function setIfEmpty(table: MessageTable, message: Properties, parentId: string): void {
  const field = table.byName.get("parent_id");
  if (field && isText(field) && !message[field.local]) message[field.local] = parentId;
}

function isText({ shape, oneof }: Field): boolean {
  return !oneof && shape.kind === "single" && shape.type.kind === "scalar" && shape.type.scalar === "string";
}

function isMessage(value: unknown): value is Properties {
  return typeof value === "object" && value !== null;
}
