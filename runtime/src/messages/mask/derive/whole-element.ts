import { isCarried, isScalar, readField, type Properties } from "../../table/field-access.js";
import { entriesOf } from "../../table/map-form.js";
import type { Field, MessageTable } from "../../table/table.js";
import { wellKnownForm } from "../../table/well-known.js";
import { wildcard, type MaskSeed } from "../text/mask-tree.js";
import { structureOf } from "../fields/message-fields.js";

/** Where an element stands. */
interface ElementPlace {
  readonly seed: MaskSeed;
  readonly path: readonly string[];
}

/**
 * Names everything that an element does not carry, so that it is at the server
 * what is sent and no more: a wildcard at each structure of it. Nowhere else is
 * a wildcard over a structure right, since it clears what this SDK does not know.
 */
export function nameWhole(table: MessageTable, element: Properties, { seed, path }: ElementPlace): void {
  const isValue = structureOf({ kind: "message", table }) === undefined;
  if (!isValue) seed.add([...path, wildcard]);
  for (const field of table.fields) {
    const place = { seed, path: [...path, field.name] };
    if (!isCarried(element, field)) {
      // Of the types of `google.protobuf` all fields are known, and setting a member of a oneof is enough.
      if (isValue && !field.oneof) seed.add(place.path);
    } else if (!field.behaviors.includes("OUTPUT_ONLY")) nameInside(field, readField(element, field), place);
  }
}

/**
 * Names what the values of `google.protobuf` in a message do not carry, where they stand alone. They are sent
 * whole: what another writer has made of one in the meantime must not stay in it.
 */
export function nameValues(table: MessageTable, message: Properties, { seed, path }: ElementPlace): void {
  for (const field of table.fields) {
    const isHeld = held.some((behavior) => field.behaviors.includes(behavior));
    if (field.shape.kind !== "single" || isScalar(field) || isHeld || !isCarried(message, field)) continue;
    const place = { seed, path: [...path, field.name] };
    const inside = structureOf(field.shape.type);
    if (inside) nameValues(inside, readField(message, field) as Properties, place);
    else nameInside(field, readField(message, field), place);
  }
}

/** What the server has by itself, be the message new or not. An IMMUTABLE value is what the first writer makes of it. */
const held = ["OUTPUT_ONLY", "IDENTIFIER"];

/** Names what the messages or values of a field do not carry. */
export function nameInside({ shape }: Field, value: unknown, { seed, path }: ElementPlace): void {
  const form = shape.type.kind === "wellKnown" ? wellKnownForm(shape.type.name) : undefined;
  const table = shape.type.kind === "message" ? shape.type.table : form?.table;
  if (table === undefined) return;
  const visit = (one: unknown, at: readonly string[]): void =>
    nameWhole(table, (form ? form.toMessage(one) : one) as Properties, { seed, path: at });
  if (shape.kind === "single") visit(value, path);
  else for (const [key, one] of entriesOf(value)) visit(one, [...path, key]);
}
