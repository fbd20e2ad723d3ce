import {
  isSerialized,
  propertyName,
  readField,
  writeField,
  type Properties,
} from "../../table/field-access.js";
import {
  findUnrecognizedField,
  type UnrecognizedValue,
  readUnknownFields,
} from "../../table/unrecognized-enum.js";
import { mapEntries, toMap } from "../../table/map-form.js";
import type { Field, MessageTable } from "../../table/table.js";
import { MaskCursor } from "../text/mask-cursor.js";
import { MaskPathError } from "../text/mask-error.js";
import { type MaskNode, leafNode, formatPath } from "../text/mask-tree.js";
import { listMessages, reachesField, structureTable } from "./message-fields.js";

/**
 * Restores the unrecognized numbers of closed enums: decoders store them among the unknown fields, and this puts them into
 * their fields. There they are sent, compared and omitted from masks like any value. A field that the mask names is left
 * without them. The given message is not changed. If it has no such numbers, it is the result.
 *
 * @throws MaskPathError for a list that was changed so that the position of a number is not known.
 */
export function restoreUnrecognized(
  table: MessageTable,
  message: Properties,
  mask: MaskNode = leafNode,
): Properties {
  // Most APIs have no closed enums, and this runs for each Update.
  if (!table.once(containsClosedEnum)) return message;
  return restore(table, message, { mask: new MaskCursor([mask]), path: [] });
}

/** The place of a message, and the part of the mask for it. */
interface Place {
  readonly mask: MaskCursor;
  readonly path: readonly string[];
}

function restore(table: MessageTable, message: Properties, place: Place): Properties {
  let whole = restoreFields(table, message, place);
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (!inside?.once(containsClosedEnum)) continue;
    const value = restoreInside(field, inside, message, place);
    if (value === undefined) continue;
    if (whole === message) whole = { ...message };
    writeField(whole, field, value);
  }
  return whole;
}

/** Returns the new value of a field of structures; undefined if nothing in it changes. */
function restoreInside(
  field: Field,
  table: MessageTable,
  message: Properties,
  { mask, path }: Place,
): unknown {
  let isChanged = false;
  const below = { mask: mask.named(field.name), path: [...path, field.name] };
  const entries = listMessages(message, field).map(([key = "", one]) => {
    const place =
      field.shape.kind === "single" ? below : { mask: below.mask.at(key), path: [...below.path, key] };
    const restored = restore(table, one, place);
    isChanged ||= restored !== one;
    return [key, restored] as const;
  });
  if (!isChanged) return undefined;
  if (field.shape.kind === "map") return toMap(field.shape.key, entries);
  return field.shape.kind === "list" ? entries.map(([, one]) => one) : entries[0]?.[1];
}

/** Restores the numbers of a message's own fields, without those of the messages in it. */
function restoreFields(table: MessageTable, message: Properties, { mask, path }: Place): Properties {
  const [byField, others] = [new Map<Field, UnrecognizedValue[]>(), [] as unknown[]];
  for (const unknown of readUnknownFields(message)) {
    const field = findUnrecognizedField(table, unknown.unrecognized);
    if (field === undefined || unknown.unrecognized === undefined) others.push(unknown);
    else byField.set(field, [...(byField.get(field) ?? []), unknown.unrecognized]);
  }
  if (byField.size === 0) return message;
  const whole: Properties = { ...message, _unknownFields: others };
  if (others.length === 0) delete whole["_unknownFields"];
  for (const [field, values] of byField) {
    if (mask.named(field.name).isEnd || (field.oneof && mask.named(field.oneof.name).isEnd)) continue;
    putBack(whole, field, values, path);
  }
  return whole;
}

function putBack(
  message: Properties,
  field: Field,
  values: readonly UnrecognizedValue[],
  path: readonly string[],
): void {
  const { shape } = field;
  if (shape.kind === "single") {
    // A value that the program has set takes precedence.
    if (message[propertyName(field)] === undefined) writeField(message, field, values.at(-1)?.value);
  } else if (shape.kind === "map") {
    const entries = new Map(values.map(({ key, value }) => [String(key), value as unknown]));
    for (const [key, value] of mapEntries(message[field.local])) entries.set(key, value);
    message[field.local] = toMap(shape.key, entries);
  } else {
    const list = isSerialized(message, field) ? (readField(message, field) as readonly unknown[]) : [];
    const placed = insertInto(list, values);
    if (placed === undefined) throw unknownPositionError([...path, field.name]);
    message[field.local] = placed;
  }
}

/**
 * Inserts the numbers into a list where they were. Returns undefined if their positions are not known: the list was changed
 * other than at its end.
 */
function insertInto(list: readonly unknown[], numbers: readonly UnrecognizedValue[]): unknown[] | undefined {
  const recognized = numbers.at(-1)?.position?.recognized ?? [];
  if (list.some((value, index) => index < recognized.length && value !== recognized[index])) return undefined;
  const complete: unknown[] = [];
  let next = 0;
  for (const { position, value } of numbers) {
    const index = Math.min(position?.index ?? 0, list.length);
    complete.push(...list.slice(next, index), value);
    next = Math.max(next, index);
  }
  return [...complete, ...list.slice(next)];
}

function unknownPositionError(path: readonly string[]): MaskPathError {
  const place = formatPath(path);
  return new MaskPathError(
    place,
    `${place} contains enum numbers that this SDK does not know, and it was changed other than at its end, ` +
      `so their positions are not known. Generate the SDK from the newer API, or call update with a resetMask ` +
      `that names ${place}, which removes them`,
  );
}

/** Whether messages of a type have fields of closed enums at any depth. The result is kept with the table. */
function containsClosedEnum(table: MessageTable): boolean {
  return reachesField(
    table,
    ({ wire }) => wire === "closed",
    ({ shape }) => structureTable(shape.type),
  );
}
