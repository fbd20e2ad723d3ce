import { readNamed } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/** Reads the version of a resource, its `metadata.resource_version` (conventions, section 4.9). Undefined if it has none. */
export function readResourceVersion(table: MessageTable, resource: unknown): bigint | undefined {
  const version = readFromMetadata(table, resource, "resource_version");
  const isWhole =
    typeof version === "bigint" ||
    (typeof version === "number" && Number.isInteger(version)) ||
    (typeof version === "string" && /^\d+$/.test(version));
  return isWhole && BigInt(version) !== 0n ? BigInt(version) : undefined;
}

/** Reads the ID of a resource: `metadata.id`; without `metadata` its `id`, or else its `name`. Empty if it has none. */
export function readResourceId(table: MessageTable, resource: unknown): string {
  const isFlat = !table.byName.has("metadata");
  const id = isFlat
    ? readNamed(table, resource, table.byName.has("id") ? "id" : "name")
    : readFromMetadata(table, resource, "id");
  return typeof id === "string" ? id : "";
}

function readFromMetadata(table: MessageTable, resource: unknown, name: string): unknown {
  const metadata = table.byName.get("metadata")?.shape.type;
  if (metadata?.kind !== "message") return undefined;
  return readNamed(metadata.table, readNamed(table, resource, "metadata"), name);
}
