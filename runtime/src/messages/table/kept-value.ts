import { propertyName, type Properties } from "./field-access.js";
import { mapEntries } from "./map-form.js";
import type { Field, MessageTable } from "./table.js";

/**
 * A number that a closed enum does not have, in a field that its type does have. A decoder keeps it among the unknown
 * fields of the message (Protocol Buffers, "Enum Behavior"), with what the bytes of that alone do not say: it is a
 * value of the field all the same. The message then has no property for a field that holds nothing else, so that
 * one which somebody sets to undefined can be told from one that was left alone.
 */
export interface KeptValue {
  /** Proto name of the field. */
  readonly field: string;
  readonly value: number;
  /** The key that it is under, in a map. */
  readonly key?: unknown;
  /** Its place in a list. */
  readonly place?: KeptPlace;
}

/** Where a value was in a list: behind so many of those that the enum does have. */
export interface KeptPlace {
  readonly behind: number;
  /** The values of the list that the enum does have, as they were read. */
  readonly among: readonly unknown[];
}

/** An unknown field of a message. */
export interface KeepingField {
  readonly number: number;
  readonly wireType: number;
  readonly value: Uint8Array;
  readonly kept?: KeptValue;
}

/** The field of a type that a value was kept of. A request has those of its resource under the same names. */
export function keptField({ byName }: MessageTable, kept: KeptValue | undefined): Field | undefined {
  const field = kept && byName.get(kept.field);
  return field?.wire === "closed" ? field : undefined;
}

/** The unknown fields of a message; codecs keep them, so they are of this form. */
export function unknownFieldsOf(message: Properties): readonly KeepingField[] {
  return (message["_unknownFields"] ?? []) as readonly KeepingField[];
}

/**
 * Leaves of what was kept in a message what the program that wrote `given` has left alone, and takes away the rest:
 * it has set the field, or written undefined for it.
 *
 * @param message The whole message that was made of `given`, which is changed.
 */
export function settleKept(table: MessageTable, given: object, message: Properties): void {
  const left = unknownFieldsOf(message).flatMap((unknown) => {
    if (unknown.kept === undefined) return [unknown];
    const field = keptField(table, unknown.kept);
    // Of a message of another type, in which the number may be that of any field.
    if (field === undefined) return [];
    const isAlone = isLeftAlone(field, given, { message, key: unknown.kept.key });
    return isAlone ? [{ ...unknown, number: field.number }] : [];
  });
  if (left.length > 0) message["_unknownFields"] = left;
  else delete message["_unknownFields"];
  hideKept(table, message);
}

function isLeftAlone(
  field: Field,
  given: object,
  { message, key }: { readonly message: Properties; readonly key: unknown },
): boolean {
  const property = propertyName(field);
  if (!Object.hasOwn(given, property)) return true;
  if (field.shape.kind === "single" || Reflect.get(given, property) === undefined) return false;
  return field.shape.kind === "list" || !mapEntries(message[property]).some(([one]) => one === String(key));
}

/** Takes the properties of fields that hold nothing but what was kept from a message. */
export function hideKept(table: MessageTable, message: Properties): void {
  for (const { kept } of unknownFieldsOf(message)) {
    const field = keptField(table, kept);
    if (field?.shape.kind !== "single") continue;
    const property = propertyName(field);
    if (message[property] === undefined) delete message[property];
  }
}
