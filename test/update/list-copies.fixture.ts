import { Immer } from "immer";
import type { Dice } from "../mask/dice.fixture.js";
import type { Draft } from "./api-pool.fixture.js";
import { align, type Origins } from "./draft.fixture.js";

/** How a program copies the elements of a list. */
const ways = ["spread", "structuredClone", "filter", "toSorted", "immer", "JSON"] as const;

/** What else happens to a list that is copied. */
export interface ListEdits {
  makeNew(): unknown;
  /** Changes something in a copy. */
  edit(copy: Draft): void;
}

/** What copies need to know. */
export interface CopyParts {
  readonly dice: Dice;
  readonly origins: Origins;
  /** Objects of the draft as JSON gives them back, if the program has copied it so. */
  readonly jsonCopies?: WeakMap<object, object> | undefined;
}

// A frozen copy could not be changed afterwards, as the other changes of a program do.
const immer = new Immer({ autoFreeze: false });

/**
 * A list in new objects, as `map`, `filter`, `toSorted`, `structuredClone`, immer and JSON make it. One element may be gone,
 * or a new one added, the order may be another one, and each copy may be changed.
 */
export function copiedList(
  list: readonly unknown[],
  parts: CopyParts,
  { makeNew, edit }: ListEdits,
): unknown[] {
  const { dice } = parts;
  const way = dice.pick(ways);
  const isEdited = dice.chance(30);
  const at = dice.roll(list.length);
  const chosen = way === "filter" ? list.filter((_, index) => index !== at) : [...list];
  if (way === "toSorted") chosen.sort((one, other) => (sortText(one) < sortText(other) ? -1 : 1));
  const copies: unknown[] = chosen.map((held) => {
    if (way === "immer") return immerCopy(held as Draft, isEdited ? edit : undefined, parts.origins);
    const copy = copied(way, held as Draft, parts);
    if (isEdited) edit(copy);
    return copy;
  });
  const roll = dice.roll(4);
  if (roll === 0 && way !== "filter") copies.splice(at, 1);
  if (roll === 1) copies.reverse();
  if (roll === 2) copies.splice(at, 0, makeNew());
  return copies;
}

function copied(way: (typeof ways)[number], held: Draft, { origins, jsonCopies }: CopyParts): Draft {
  const json = way === "JSON" ? (jsonCopies?.get(held) as Draft | undefined) : undefined;
  const copy = json ?? (way === "spread" ? { ...held } : structuredClone(held));
  align(held, copy, (one, made) => {
    const origin = origins.get(one);
    if (origin !== undefined) origins.set(made, origin);
  });
  return copy;
}

/** Unchanged, immer gives the object itself. */
function immerCopy(held: Draft, edit: ((copy: Draft) => void) | undefined, origins: Origins): Draft {
  const copy = immer.produce(held, (draft: Draft) => edit?.(draft));
  const origin = origins.get(held);
  if (origin !== undefined) origins.set(copy, origin);
  return copy;
}

function sortText(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) => (typeof held === "bigint" ? String(held) : held)) ?? "";
}
