import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Dice } from "../mask/dice.fixture.js";
import { isRequired } from "../mask/tree.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { holdsMessages, readField, writeField } from "./draft.fixture.js";

/** A structure that stands in one field, and another field of the same type. */
interface StructureMove {
  readonly from: DescField;
  readonly to: DescField;
}

/**
 * A move of a structure from one plain field or member of a oneof to another one beside it, as
 * `spec.bootDisk = spec.spareDisk` and `spec.spareDisk = undefined` do; undefined where the message has none to move.
 */
export function pickMove(
  desc: DescMessage,
  draft: Draft,
  dice: Dice,
  behaviors: (field: DescField) => readonly string[],
): StructureMove | undefined {
  const single = desc.fields.filter(
    (field) => field.fieldKind === "message" && holdsMessages(field) && behaviors(field).length === 0,
  );
  const moves = single
    .filter((from) => !isRequired(from) && readField(draft, from) !== undefined)
    .flatMap((from) =>
      single
        .filter((to) => to !== from && to.message?.typeName === from.message?.typeName)
        .map((to) => ({ from, to })),
    );
  return moves.length > 0 ? dice.pick(moves) : undefined;
}

/** Moves the very object. */
export function moveStructure(draft: Draft, { from, to }: StructureMove): void {
  const held = readField(draft, from);
  writeField(draft, from, undefined);
  writeField(draft, to, held);
}

/** The field beside it in which the structure of a field stood before; undefined where it stands where it stood, or is new. */
export function movedFrom(
  desc: DescMessage,
  field: DescField,
  before: Draft | undefined,
  origin: unknown,
): DescField | undefined {
  if (before === undefined || origin === undefined) return undefined;
  return desc.fields.find(
    (other) =>
      other !== field &&
      other.fieldKind === "message" &&
      holdsMessages(other) &&
      readField(before, other) === origin,
  );
}
