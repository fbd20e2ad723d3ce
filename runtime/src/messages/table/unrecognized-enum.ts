import { propertyName, type Properties } from "./field-access.js";
import { mapEntries } from "./map-form.js";
import type { Field, MessageTable } from "./table.js";

/**
 * A number that a closed enum does not have. A decoder stores it among the unknown fields of the message (Protocol Buffers,
 * "Enum Behavior"), with the facts that its bytes alone do not tell, since it is a value of a known field. If a field has
 * nothing else, the message has no property for it. So a field that a program sets to `undefined` differs from one that it
 * left alone.
 */
export interface UnrecognizedValue {
  /** Proto name of the field. */
  readonly field: string;
  readonly value: number;
  /** Its key in a map. */
  readonly key?: unknown;
  /** Its position in a list. */
  readonly position?: ListPosition;
}

/** The position of an unrecognized value in a list. */
export interface ListPosition {
  /** The number of recognized values before it. */
  readonly index: number;
  /** The recognized values of the list, as they were read. */
  readonly recognized: readonly unknown[];
}

/** An unknown field of a message. */
export interface UnknownField {
  readonly number: number;
  readonly wireType: number;
  readonly value: Uint8Array;
  readonly unrecognized?: UnrecognizedValue;
}

/** Finds the field of an unrecognized value by its name. A request has the fields of its resource under the same names. */
export function findUnrecognizedField(
  { byName }: MessageTable,
  unrecognized: UnrecognizedValue | undefined,
): Field | undefined {
  const field = unrecognized && byName.get(unrecognized.field);
  return field?.wire === "closed" ? field : undefined;
}

/** Reads the unknown fields of a message, in the form in which codecs store them. */
export function readUnknownFields(message: Properties): readonly UnknownField[] {
  return (message["_unknownFields"] ?? []) as readonly UnknownField[];
}

/**
 * Retains the unrecognized values of a message that the program has left alone, and drops the others: the program has set
 * their fields, also to undefined.
 *
 * @param given The object that the program has written.
 * @param message The whole message that was made of it. It is changed.
 */
export function retainUnrecognized(table: MessageTable, given: object, message: Properties): void {
  const retained = readUnknownFields(message).flatMap((unknown) => {
    if (unknown.unrecognized === undefined) return [unknown];
    const field = findUnrecognizedField(table, unknown.unrecognized);
    // It comes from a message of another type, whose field numbers differ.
    if (field === undefined) return [];
    const isLeftAlone = wasLeftAlone(field, given, { message, key: unknown.unrecognized.key });
    return isLeftAlone ? [{ ...unknown, number: field.number }] : [];
  });
  if (retained.length > 0) message["_unknownFields"] = retained;
  else delete message["_unknownFields"];
  omitUnrecognizedProperties(table, message);
}

function wasLeftAlone(
  field: Field,
  given: object,
  { message, key }: { readonly message: Properties; readonly key: unknown },
): boolean {
  const property = propertyName(field);
  if (!Object.hasOwn(given, property)) return true;
  if (field.shape.kind === "single" || Reflect.get(given, property) === undefined) return false;
  return field.shape.kind === "list" || !mapEntries(message[property]).some(([one]) => one === String(key));
}

/** Removes the properties of fields that have unrecognized values only. */
export function omitUnrecognizedProperties(table: MessageTable, message: Properties): void {
  for (const { unrecognized } of readUnknownFields(message)) {
    const field = findUnrecognizedField(table, unrecognized);
    if (field?.shape.kind !== "single") continue;
    const property = propertyName(field);
    if (message[property] === undefined) delete message[property];
  }
}
