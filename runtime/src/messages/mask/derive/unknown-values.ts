import type { Properties } from "../../table/field-access.js";
import { unknownFieldsOf } from "../../table/kept-value.js";
import type { MessageTable } from "../../table/table.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import { fieldsIn, group, lengthDelimited, type Unknown } from "./unknown-message.js";

/**
 * Where a server would mix two elements, the new one and the old one at its place, in what this SDK does not
 * know: both hold a message in the same unknown field, and the new one lacks something that the old one has. A
 * mask cannot name what is inside, and a server keeps it there.
 *
 * @returns The path to the structure that holds the field; undefined if nothing would be mixed.
 */
export function mixedUnknown(
  table: MessageTable,
  old: Properties,
  element: Properties,
): readonly string[] | undefined {
  if (isMixed(unknownFieldsOf(old), unknownFieldsOf(element))) return [];
  for (const field of table.fields) {
    const inner = structureOf(field.shape.type);
    if (inner === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    const before = new Map(heldMessages(old, field));
    for (const [key, now] of heldMessages(element, field)) {
      const was = before.get(key);
      const path = was && mixedUnknown(inner, was, now);
      if (path) return [field.name, ...(key === undefined ? [] : [key]), ...path];
    }
  }
  return undefined;
}

function isMixed(old: readonly Unknown[], now: readonly Unknown[]): boolean {
  const numbers = new Set(now.map(({ number }) => number));
  return Array.from(numbers).some((number) => {
    const [left, right] = [old, now].map((all) => all.filter((one) => one.number === number));
    return left !== undefined && right !== undefined && !isReplaced(left, right);
  });
}

/** Whether nothing of the old values of an unknown field can stay in the new ones. */
function isReplaced(old: readonly Unknown[], now: readonly Unknown[]): boolean {
  if (old.length === 0 || areEqual(old, now)) return true;
  const [left, right] = [old, now].map((all) => all.map(messageIn));
  // One that is not a message says that the field holds none.
  if (!left || !right || ![...left, ...right].every((one) => one !== undefined)) return true;
  if (left.length * right.length > maxCompared) return false;
  // Elements of a list meet by place, values of a map by key: whichever meet, the new one must have what the old one has.
  return right.every((one) => left.every((other) => covers(one ?? [], other ?? [])));
}

/** Whether a message has every field of another one, and so on inside. One that shows none may hide some. */
function covers(message: readonly Unknown[], other: readonly Unknown[]): boolean {
  const held = new Set(message.map(({ number }) => number));
  if (other.length === 0) return message.length === 0;
  return other.every(({ number }) => held.has(number)) && !isMixed(other, message);
}

/** So many pairs of values are compared; more of them may be mixed, for all that is known. */
const maxCompared = 1000;

/** The fields of a value that can be read as a message; undefined for one that cannot. */
function messageIn({ wireType, value }: Unknown): readonly Unknown[] | undefined {
  return wireType === lengthDelimited || wireType === group ? fieldsIn(value) : undefined;
}

function areEqual(left: readonly Unknown[], right: readonly Unknown[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ value }, index) => {
      const other = right[index]?.value;
      return other?.length === value.length && value.every((byte, position) => byte === other[position]);
    })
  );
}
