import { ImmutableFieldError } from "../../messages/mask/text/mask-error.js";
import {
  clearField,
  isSerialized,
  readField,
  writeField,
  type Properties,
} from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { Field, MessageTable } from "../../messages/table/table.js";

/**
 * Copies the identifiers of a resource and the `resource_version` that was read into a request, at the top level and in
 * `metadata`.
 *
 * @throws ImmutableFieldError if the request is for another resource.
 */
export function copyIdentity(table: MessageTable, before: Properties, request: Properties, path = ""): void {
  const metadata = path === "" ? findPart(table, "metadata") : undefined;
  for (const field of table.fields) {
    const isThere = isSerialized(before, field);
    const place = path + field.name;
    if (field === metadata?.field) {
      if (!isThere) continue;
      if (!isSerialized(request, field)) writeField(request, field, fill(metadata.table, {}));
      // By the table, both are messages.
      const [old, now] = [readField(before, field), readField(request, field)] as [Properties, Properties];
      copyIdentity(metadata.table, old, now, `${place}.`);
    } else if (field.name === "resource_version") {
      if (isThere) writeField(request, field, readField(before, field));
      else clearField(request, field);
    } else if (isThere && isIdentifier(field)) {
      if (isSerialized(request, field) && readField(request, field) !== readField(before, field)) {
        throw new ImmutableFieldError(place);
      }
      writeField(request, field, readField(before, field));
    }
  }
}

/** Adds an empty `metadata` or `spec` if the change has removed it, because a resource always has both. */
export function addEmptyParts(table: MessageTable, before: Properties, resource: Properties): void {
  for (const name of ["metadata", "spec"]) {
    const part = findPart(table, name);
    if (part && isSerialized(before, part.field) && !isSerialized(resource, part.field)) {
      writeField(resource, part.field, fill(part.table, {}));
    }
  }
}

/** Finds a part of a resource: a plain structure at the top level. */
function findPart(
  table: MessageTable,
  name: string,
): { readonly field: Field; readonly table: MessageTable<object> } | undefined {
  const field = table.byName.get(name);
  if (field?.shape.kind !== "single" || field.shape.type.kind !== "message") return undefined;
  return { field, table: field.shape.type.table as MessageTable<object> };
}

function isIdentifier({ name, shape, behaviors }: Field): boolean {
  const isScalar = shape.kind === "single" && shape.type.kind === "scalar";
  return isScalar && (name === "id" || behaviors.includes("IDENTIFIER"));
}
