import { isCarried, isScalar, readField, type Properties } from "../table/field-access.js";
import { entriesOf } from "../table/map-form.js";
import { isDefault } from "../table/scalar-default.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { Mask } from "./mask.js";
import { MaskSeed } from "./mask-tree.js";

/**
 * The smallest mask with which an Update carrying `after` makes a resource that
 * is `before` equal to it: at exact indexes and keys, the shallowest field that
 * goes from carried to not carried or from another value to its default. Fields
 * that the server keeps whatever the mask says (OUTPUT_ONLY, IDENTIFIER,
 * IMMUTABLE) are never named.
 */
export function diffMask<T extends object>(table: MessageTable<T>, before: T, after: T): Mask {
  const seed = new MaskSeed();
  // Messages of generated code are plain objects.
  diffMessages(table, before as Properties, after as Properties, { seed, path: [] });
  return new Mask(seed.grow());
}

/** A place of the mask that is being made. */
interface Place {
  readonly seed: MaskSeed;
  readonly path: readonly string[];
}

const kept: readonly string[] = ["OUTPUT_ONLY", "IDENTIFIER", "IMMUTABLE"];

function diffMessages(
  table: MessageTable,
  before: Properties,
  after: Properties,
  { seed, path }: Place,
): void {
  for (const field of table.fields) {
    if (field.behaviors.some((behavior) => kept.includes(behavior)) || !isCarried(before, field)) continue;
    const place = { seed, path: [...path, field.name] };
    if (isReset(field, before, after)) seed.add(place.path);
    else if (!isScalar(field)) diffValues(field, readField(before, field), readField(after, field), place);
  }
}

/** Whether a field that was carried is not any more, or has gone to its default. */
function isReset(field: Field, before: Properties, after: Properties): boolean {
  if (!isCarried(after, field)) return true;
  const { type, kind } = field.shape;
  return (
    kind === "single" &&
    isScalar(field) &&
    isDefault(type, readField(after, field)) &&
    !isDefault(type, readField(before, field))
  );
}

/** Goes on into values that both have: the message itself, or elements of one index or key. */
function diffValues({ shape }: Field, before: unknown, after: unknown, { seed, path }: Place): void {
  if (shape.kind === "single") return diffValue(shape.type, before, after, { seed, path });
  const old = shape.kind === "list" ? new Map(listEntries(before)) : new Map(entriesOf(before));
  for (const [key, value] of shape.kind === "list" ? listEntries(after) : entriesOf(after)) {
    if (old.has(key)) diffValue(shape.type, old.get(key), value, { seed, path: [...path, key] });
  }
}

function diffValue(type: ValueType, before: unknown, after: unknown, place: Place): void {
  if (type.kind === "message") diffMessages(type.table, before as Properties, after as Properties, place);
  if (type.kind !== "wellKnown") return;
  const { table, toMessage } = wellKnownForm(type.name);
  diffMessages(table, toMessage(before) as Properties, toMessage(after) as Properties, place);
}

function listEntries(list: unknown): [key: string, value: unknown][] {
  return Array.isArray(list) ? list.map((value: unknown, index) => [String(index), value]) : [];
}
