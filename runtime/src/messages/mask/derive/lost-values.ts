import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { holdsInputOnly, lackedInputOnly, lackedItself } from "../fields/input-only.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import { copiesOfGone, type NewMessage } from "../elements/gone-messages.js";
import { type Lineage, stayedIn, type Succession } from "../elements/lineage.js";
import { lostValue } from "./move-refusal.js";

/** Facts about where the messages of a new value come from. */
export interface Whereabouts {
  readonly lineage: Lineage;
  /** Whether a message of the old value is where it was. */
  readonly hasStayed: (old: object) => boolean;
  /** Whether a message that was made anew may be a copy of one that has gone. */
  readonly isCopy: (made: NewMessage) => boolean;
}

/** The facts about a new value; most of them are found out when first asked. */
export function whereaboutsIn(succession: Succession): Whereabouts {
  const { lineage } = succession;
  return { lineage, hasStayed: stayedIn(succession), isCopy: copiesOfGone(succession) };
}

/** A place at which a new message is. */
interface NewPlace extends Whereabouts {
  readonly path: readonly string[];
  /** The message around was made anew, too. */
  readonly isAmongNew: boolean;
}

/**
 * Refuses a message that is new at its place if it, or one in it, was or may have been elsewhere before, and
 * lacks an INPUT_ONLY value that its type has. Throws a `MaskPathError`.
 */
export function requireBrought(table: MessageTable, message: Properties, place: NewPlace): void {
  if (!table.once(holdsInputOnly)) return;
  const origin = place.lineage.get(message);
  if (origin !== undefined) {
    const lacked = place.hasStayed(origin) ? undefined : lackedInputOnly(table, message);
    if (lacked) throw lostValue(place.path, lacked, "moved");
    return;
  }
  const lacked = lackedItself(table, message);
  if (lacked && place.isCopy({ table, message, isAmongNew: place.isAmongNew }))
    throw lostValue(place.path, lacked, "copy");
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (inside === undefined || field.behaviors.some((one) => hidden.includes(one))) continue;
    for (const [key, held] of heldMessages(message, field)) {
      const path = [...place.path, field.name, ...(key === undefined ? [] : [key])];
      requireBrought(inside, held, { ...place, path });
    }
  }
}

/** Behaviours of fields that a program does not read or does not write, so that it copies nothing from them. */
const hidden: readonly string[] = ["OUTPUT_ONLY", "INPUT_ONLY"];
