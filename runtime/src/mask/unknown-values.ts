import type { Properties } from "../table/field-access.js";
import type { MessageTable } from "../table/table.js";
import { heldMessages, structureOf } from "./message-fields.js";

/** A field that a message holds beside those of its type, as codecs keep it. */
interface Unknown {
  readonly number: number;
  readonly wireType: number;
  readonly value: Uint8Array;
}

/**
 * Where a server would mix two elements, the new one and the old one at its place, in what this SDK does not
 * know: both hold another message in the same unknown field. A mask cannot name what is inside, and a server
 * keeps what the new message lacks.
 *
 * @returns The path to the structure that holds the field; undefined where nothing would be mixed.
 */
export function mixedUnknown(
  table: MessageTable,
  old: Properties,
  element: Properties,
): readonly string[] | undefined {
  if (isMixed(unknownOf(old), unknownOf(element))) return [];
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

function unknownOf(message: Properties): readonly Unknown[] {
  // Codecs keep the fields, so they are of this form.
  return (message["_unknownFields"] ?? []) as readonly Unknown[];
}

function isMixed(old: readonly Unknown[], now: readonly Unknown[]): boolean {
  return now.some(({ number, wireType }) => {
    if (wireType !== lengthDelimited && wireType !== group) return false;
    const [left, right] = [old, now].map((all) => all.filter((one) => one.number === number));
    if (!left || !right || left.length === 0 || areEqual(left, right)) return false;
    return left.some(({ value }) => value.length > 0 && mayBeMessage(value)) && right.every(isMessageLike);
  });
}

const lengthDelimited = 2;
const group = 3;

function isMessageLike({ value }: Unknown): boolean {
  return mayBeMessage(value);
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

/**
 * Whether bytes can be read as a message (Protocol Buffers encoding, "Message Structure"). Text and packed
 * numbers seldom can; where they can by chance, they are taken for one, which is the careful answer.
 */
function mayBeMessage(bytes: Uint8Array): boolean {
  let position = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[position++];
      if (byte === undefined) return NaN;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return NaN;
  };
  let open = 0;
  while (position < bytes.length) {
    const tag = varint();
    if (!(tag >= 8 && tag < 2 ** 32)) return false;
    switch (tag % 8) {
      case 0:
        if (Number.isNaN(varint())) return false;
        break;
      case 1:
        position += 8;
        break;
      case lengthDelimited: {
        const length = varint();
        position += length;
        break;
      }
      case group:
        open++;
        break;
      case 4:
        if (--open < 0) return false;
        break;
      case 5:
        position += 4;
        break;
      default:
        return false;
    }
    if (!(position <= bytes.length)) return false;
  }
  return open === 0;
}
