import { isCarried, propertyName, readField, writeField, type Properties } from "../../table/field-access.js";
import { keptField, type KeptValue, unknownFieldsOf } from "../../table/kept-value.js";
import { mapEntries, mapFrom } from "../../table/map-form.js";
import type { Field, MessageTable } from "../../table/table.js";
import { MaskCursor } from "../text/mask-cursor.js";
import { MaskPathError } from "../text/mask-error.js";
import { type MaskNode, leafNode, printPath } from "../text/mask-tree.js";
import { heldMessages, isReached, structureOf } from "./message-fields.js";

/**
 * A message with the numbers that its closed enums do not have in their fields, and not among the unknown fields,
 * where decoders keep them: so they are sent, compared and left unnamed as any value is. A field that the mask
 * names is to be cleared of them. The message given is not changed; it is the result if nothing was kept in it.
 *
 * @throws MaskPathError for a list whose other values were changed so that the place of one is not known.
 */
export function withKept(table: MessageTable, message: Properties, mask: MaskNode = leafNode): Properties {
  // Most APIs have no closed enums, and this runs for each Update.
  if (!table.once(leadsToClosed)) return message;
  return restore(table, message, { mask: new MaskCursor([mask]), path: [] });
}

/** Where a message is, and what the mask says of it. */
interface Place {
  readonly mask: MaskCursor;
  readonly path: readonly string[];
}

function restore(table: MessageTable, message: Properties, place: Place): Properties {
  let whole = withOwnKept(table, message, place);
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (!inside?.once(leadsToClosed)) continue;
    const value = restoreInside(field, inside, message, place);
    if (value === undefined) continue;
    if (whole === message) whole = { ...message };
    writeField(whole, field, value);
  }
  return whole;
}

/** The value of a field of structures; undefined if it stays as it is. */
function restoreInside(
  field: Field,
  table: MessageTable,
  message: Properties,
  { mask, path }: Place,
): unknown {
  let isChanged = false;
  const below = { mask: mask.named(field.name), path: [...path, field.name] };
  const entries = heldMessages(message, field).map(([key = "", held]) => {
    const place =
      field.shape.kind === "single" ? below : { mask: below.mask.at(key), path: [...below.path, key] };
    const one = restore(table, held, place);
    isChanged ||= one !== held;
    return [key, one] as const;
  });
  if (!isChanged) return undefined;
  if (field.shape.kind === "map") return mapFrom(field.shape.key, entries);
  return field.shape.kind === "list" ? entries.map(([, one]) => one) : entries[0]?.[1];
}

/** A message with the numbers that were kept of its fields; the messages in it stay as they are. */
function withOwnKept(table: MessageTable, message: Properties, { mask, path }: Place): Properties {
  const [kept, others] = [new Map<Field, KeptValue[]>(), [] as unknown[]];
  for (const unknown of unknownFieldsOf(message)) {
    const field = keptField(table, unknown.kept);
    if (field === undefined || unknown.kept === undefined) others.push(unknown);
    else kept.set(field, [...(kept.get(field) ?? []), unknown.kept]);
  }
  if (kept.size === 0) return message;
  const whole: Properties = { ...message, _unknownFields: others };
  if (others.length === 0) delete whole["_unknownFields"];
  for (const [field, values] of kept) {
    if (mask.named(field.name).isEnd || (field.oneof && mask.named(field.oneof.name).isEnd)) continue;
    putBack(whole, field, values, path);
  }
  return whole;
}

function putBack(
  message: Properties,
  field: Field,
  values: readonly KeptValue[],
  path: readonly string[],
): void {
  const { shape } = field;
  if (shape.kind === "single") {
    // What the program has set is there, and means more.
    if (message[propertyName(field)] === undefined) writeField(message, field, values.at(-1)?.value);
  } else if (shape.kind === "map") {
    const entries = new Map(values.map(({ key, value }) => [String(key), value as unknown]));
    for (const [key, value] of mapEntries(message[field.local])) entries.set(key, value);
    message[field.local] = mapFrom(shape.key, entries);
  } else {
    const list = isCarried(message, field) ? (readField(message, field) as readonly unknown[]) : [];
    const placed = placedAmong(list, values);
    if (placed === undefined) throw unknownPlace([...path, field.name]);
    message[field.local] = placed;
  }
}

/**
 * A list with the values that were kept where they were; undefined if that cannot be told: it is not as it was read,
 * nor longer or shorter at its end.
 */
function placedAmong(list: readonly unknown[], kept: readonly KeptValue[]): unknown[] | undefined {
  const among = kept.at(-1)?.place?.among ?? [];
  if (list.some((value, index) => index < among.length && value !== among[index])) return undefined;
  const placed: unknown[] = [];
  let next = 0;
  for (const { place, value } of kept) {
    const behind = Math.min(place?.behind ?? 0, list.length);
    placed.push(...list.slice(next, behind), value);
    next = Math.max(next, behind);
  }
  return [...placed, ...list.slice(next)];
}

function unknownPlace(path: readonly string[]): MaskPathError {
  const place = printPath(path);
  return new MaskPathError(
    place,
    `${place} holds numbers of its enum that this SDK does not know, and was changed in other ways than at its end, ` +
      `so their place in it is not known: generate the SDK from the newer API, or call update with a resetMask ` +
      `that names ${place}, which removes them`,
  );
}

/** Whether messages of a type, or what lies in them, have fields of closed enums. Made once per table. */
function leadsToClosed(table: MessageTable): boolean {
  return isReached(
    table,
    ({ wire }) => wire === "closed",
    ({ shape }) => structureOf(shape.type),
  );
}
