import { isSerialized, isScalar, readField, type Properties } from "../../table/field-access.js";
import { listEntries } from "../../table/map-form.js";
import type { Field, MessageTable } from "../../table/table.js";
import { wellKnownForm } from "../../table/well-known.js";
import { wildcard, type MutableMaskNode } from "../text/mask-tree.js";
import { structureTable } from "../fields/message-fields.js";

/** A place in a message, and the mask to which its entries are added. */
interface MaskPlace {
  readonly tree: MutableMaskNode;
  readonly path: readonly string[];
}

/**
 * Adds the entries that clear everything an element omits, so that the server has exactly what is sent: a wildcard at
 * each structure. Only such elements may have a wildcard, because it also clears fields that this SDK does not know.
 */
export function clearOmitted(table: MessageTable, element: Properties, { tree, path }: MaskPlace): void {
  const isKnownType = structureTable({ kind: "message", table }) === undefined;
  if (!isKnownType) tree.add([...path, wildcard]);
  for (const field of table.fields) {
    const place = { tree, path: [...path, field.name] };
    if (!isSerialized(element, field)) {
      // All fields of a `google.protobuf` type are known. Setting a member of a oneof clears the others.
      if (isKnownType && !field.oneof) tree.add(place.path);
    } else if (!field.behaviors.includes("OUTPUT_ONLY"))
      clearOmittedInside(field, readField(element, field), place);
  }
}

/**
 * Adds the entries that clear what the single `google.protobuf` values of a message omit. Such values are sent whole and
 * must not be mixed with what another writer has set in the meantime.
 */
export function clearOmittedInValues(
  table: MessageTable,
  message: Properties,
  { tree, path }: MaskPlace,
): void {
  for (const field of table.fields) {
    const isServerManaged = serverManaged.some((behavior) => field.behaviors.includes(behavior));
    if (field.shape.kind !== "single" || isScalar(field) || isServerManaged || !isSerialized(message, field))
      continue;
    const place = { tree, path: [...path, field.name] };
    const inside = structureTable(field.shape.type);
    if (inside) clearOmittedInValues(inside, readField(message, field) as Properties, place);
    else clearOmittedInside(field, readField(message, field), place);
  }
}

/** Behaviors of fields that the server sets, also in a new message. An IMMUTABLE value is what the first writer sets. */
const serverManaged = ["OUTPUT_ONLY", "IDENTIFIER"];

/** Adds the entries that clear what the messages in a field omit. */
export function clearOmittedInside({ shape }: Field, value: unknown, { tree, path }: MaskPlace): void {
  const form = shape.type.kind === "wellKnown" ? wellKnownForm(shape.type.name) : undefined;
  const table = shape.type.kind === "message" ? shape.type.table : form?.table;
  if (table === undefined) return;
  const visit = (one: unknown, at: readonly string[]): void =>
    clearOmitted(table, (form ? form.toMessage(one) : one) as Properties, { tree, path: at });
  if (shape.kind === "single") visit(value, path);
  else for (const [key, one] of listEntries(value)) visit(one, [...path, key]);
}
