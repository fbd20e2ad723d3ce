import type { Dice } from "../mask/dice.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { align, type Origins } from "./draft.fixture.js";

/** What else happens to a list that is copied. */
export interface ListEdits {
  makeNew(): unknown;
  /** Changes something in a copy. */
  edit(copy: Draft): void;
}

/**
 * A list in new objects, as `map`, `filter`, `toSorted` and `structuredClone` make it. One element may be gone, or a new one
 * added, the order may be another one, and each copy may be changed.
 */
export function copiedList(
  list: readonly unknown[],
  { dice, origins }: { readonly dice: Dice; readonly origins: Origins },
  { makeNew, edit }: ListEdits,
): unknown[] {
  const isDeep = dice.chance(50);
  const copies: unknown[] = list.map((held) => {
    const copy = isDeep ? structuredClone(held) : { ...(held as Draft) };
    align(held, copy, (one, made) => {
      const origin = origins.get(one);
      if (origin !== undefined) origins.set(made, origin);
    });
    return copy;
  });
  if (dice.chance(30)) for (const copy of copies) edit(copy as Draft);
  const at = dice.roll(copies.length);
  const roll = dice.roll(4);
  if (roll === 0) copies.splice(at, 1);
  if (roll === 1) copies.reverse();
  if (roll === 2) copies.splice(at, 0, makeNew());
  return copies;
}
