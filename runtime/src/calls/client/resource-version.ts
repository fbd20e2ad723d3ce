import { readNamed } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/** The version of a resource: its `metadata.resource_version` (conventions, section 4.9); undefined if it has none. */
export function versionOf(table: MessageTable, resource: unknown): bigint | undefined {
  const version = readOfMetadata(table, resource, "resource_version");
  const isWhole = typeof version === "bigint" || (typeof version === "number" && Number.isInteger(version));
  return isWhole && BigInt(version) !== 0n ? BigInt(version) : undefined;
}

/** The identifier of a resource: its `metadata.id`, its `id` if it has no metadata, else its `name`; empty if it has none. */
export function idOf(table: MessageTable, resource: unknown): string {
  const isPlain = !table.byName.has("metadata");
  const id = isPlain
    ? readNamed(table, resource, table.byName.has("id") ? "id" : "name")
    : readOfMetadata(table, resource, "id");
  return typeof id === "string" ? id : "";
}

function readOfMetadata(table: MessageTable, resource: unknown, name: string): unknown {
  const metadata = table.byName.get("metadata")?.shape.type;
  if (metadata?.kind !== "message") return undefined;
  return readNamed(metadata.table, readNamed(table, resource, "metadata"), name);
}
