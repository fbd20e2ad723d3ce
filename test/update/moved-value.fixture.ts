import type { DescField } from "@bufbuild/protobuf";
import { asTree, isTreeList, isTreeMap, type TreeOne, type TreeValue } from "../mask/tree.fixture.js";
import { holdsMessages } from "./draft.fixture.js";
import { anything, Either, exactly, Loosely, WantedMessage, type Want } from "./want.fixture.js";

/** What a judge needs to know of a move. */
export interface Move {
  readonly behaviors: (field: DescField) => readonly string[];
  /** Nothing of what was at the new place may stay. */
  readonly isExact: boolean;
  /** The server holds the new place to what is fixed there: it is not below a list. */
  readonly isHeld: boolean;
}

/**
 * What a value is to be at another place where its client does not know it, and so sends it as it was read:
 * what no response shows does not come along, and what the server alone writes is the server's.
 */
export function movedValue(field: DescField, value: TreeValue, move: Move): Want {
  // A value of google.protobuf is a message to a server: it may be merged into what was at the place.
  if (!holdsMessages(field)) return field.message && !move.isExact ? new Loosely(value) : exactly(value);
  const inside = { ...move, isHeld: move.isHeld && field.fieldKind !== "list" };
  const one = (held: TreeOne): Want => movedMessage(field, held, inside);
  if (isTreeList(value)) return value.map(one);
  if (isTreeMap(value)) return new Map(Array.from(value, ([key, held]) => [key, one(held)]));
  return one(value);
}

function movedMessage({ message }: DescField, held: TreeOne, move: Move): WantedMessage {
  const want = new WantedMessage();
  for (const field of message?.fields ?? []) {
    want.fields.set(field.name, movedField(field, asTree(held)[field.name], move));
  }
  return want;
}

function movedField(field: DescField, value: TreeValue | undefined, move: Move): Want {
  const behaviors = move.behaviors(field);
  if (behaviors.includes("OUTPUT_ONLY")) return anything;
  const isFixed = behaviors.includes("IMMUTABLE") || behaviors.includes("IDENTIFIER");
  if (isFixed && move.isHeld) return anything;
  if (behaviors.includes("INPUT_ONLY"))
    return move.isExact ? new Either([undefined, exactly(value)]) : anything;
  if (value === undefined) return move.isExact ? undefined : anything;
  return movedValue(field, value, move);
}
