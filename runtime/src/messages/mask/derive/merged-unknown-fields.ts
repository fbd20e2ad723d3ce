import type { Properties } from "../../table/field-access.js";
import { readUnknownFields } from "../../table/unrecognized-enum.js";
import type { MessageTable } from "../../table/table.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import { group, lengthDelimited, parseUnknownMessage, type UnknownField } from "./parse-unknown-message.js";

/**
 * Finds an unknown field in which a server would merge a new element with the old one at its place: both have a message
 * in it, and the new message lacks something that the old one has. A mask cannot name what is inside an unknown field, so
 * the server would keep it.
 *
 * @returns The path to the structure that has the field; undefined if nothing would be merged.
 */
export function findMergedUnknown(
  table: MessageTable,
  old: Properties,
  element: Properties,
): readonly string[] | undefined {
  if (hasLeftover(readUnknownFields(old), readUnknownFields(element))) return [];
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    const oldMessages = new Map(listMessages(old, field));
    for (const [key, now] of listMessages(element, field)) {
      const was = oldMessages.get(key);
      const path = was && findMergedUnknown(inside, was, now);
      if (path) return [field.name, ...(key === undefined ? [] : [key]), ...path];
    }
  }
  return undefined;
}

/** Whether something of the old values stays in a field that the new fields contain too. */
function hasLeftover(old: readonly UnknownField[], now: readonly UnknownField[]): boolean {
  const numbers = new Set(now.map(({ number }) => number));
  return Array.from(numbers).some((number) => {
    const [left, right] = [old, now].map((all) => all.filter((one) => one.number === number));
    return left !== undefined && right !== undefined && !isReplaced(left, right);
  });
}

/** Whether the new values of an unknown field leave nothing of the old ones. */
function isReplaced(old: readonly UnknownField[], now: readonly UnknownField[]): boolean {
  if (old.length === 0 || areEqual(old, now)) return true;
  const [left, right] = [old, now].map((all) => all.map(parseMessage));
  // One value that is not a message shows that the field does not contain messages.
  if (!left || !right || ![...left, ...right].every((one) => one !== undefined)) return true;
  if (left.length * right.length > maxComparedPairs) return false;
  // Elements are merged by index and map values by key. Whichever pairs that gives, the new one must cover the old one.
  return right.every((one) => left.every((other) => covers(one ?? [], other ?? [])));
}

/** Whether a message has every field of another one, at any depth. An empty one may have hidden fields. */
function covers(message: readonly UnknownField[], other: readonly UnknownField[]): boolean {
  const numbers = new Set(message.map(({ number }) => number));
  if (other.length === 0) return message.length === 0;
  return other.every(({ number }) => numbers.has(number)) && !hasLeftover(other, message);
}

/** The maximum number of pairs of values to compare. Larger lists count as merged. */
const maxComparedPairs = 1000;

function parseMessage({ wireType, value }: UnknownField): readonly UnknownField[] | undefined {
  return wireType === lengthDelimited || wireType === group ? parseUnknownMessage(value) : undefined;
}

function areEqual(left: readonly UnknownField[], right: readonly UnknownField[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ value }, index) => {
      const other = right[index]?.value;
      return other?.length === value.length && value.every((byte, position) => byte === other[position]);
    })
  );
}
