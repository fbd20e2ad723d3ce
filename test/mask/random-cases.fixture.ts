import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import { integer, record, type Arbitrary } from "fast-check";
import { Dice } from "./dice.fixture.js";
import { zeroOf } from "./generated-message.fixture.js";
import { runs } from "../runs.js";
import { RandomTrees } from "./random-tree.fixture.js";
import type { Tree } from "./tree.fixture.js";

/** Two random messages, and the dice to go on with. */
export interface Pair {
  readonly before: Tree;
  readonly after: Tree;
  readonly dice: Dice;
}

/**
 * Pairs of random messages; in most, the second is a change of the first.
 * Failing ones shrink to smaller messages. `knows` limits what may differ.
 */
export function pairsOf(desc: DescMessage, knows?: (field: DescField) => boolean): Arbitrary<Pair> {
  return record({ seed: integer(), budget: integer({ min: 10, max: 110 }) }).map(({ seed, budget }) => {
    const dice = new Dice(seed, budget);
    const before = new RandomTrees(dice).tree(desc);
    dice.budget = budget;
    const trees = new RandomTrees(dice, knows);
    const after = knows || dice.chance(75) ? trees.changed(desc, before) : trees.tree(desc);
    return { before, after, dice };
  });
}

/** Values that count as nothing: now and then floats that round to 0. */
export function oddNothing(dice: Dice): (field: DescField) => unknown {
  return (field) => {
    return field.scalar === ScalarType.FLOAT && dice.chance(30) ? 1e-60 : zeroOf(field);
  };
}

/** How many random cases each law is tried on. */
export const numRuns = runs(150);

/** The seed of a run, so that a failing one can be repeated: `MASK_SEED=5 npx vitest run test/mask`. */
export function runParameters(count: number = numRuns): { readonly numRuns: number; readonly seed: number } {
  const given = Number(process.env["MASK_SEED"]);
  const seed = Number.isInteger(given) && given !== 0 ? given : Date.now() & 0x7fffffff;
  console.log(`fast-check seed ${seed}`);
  return { numRuns: count, seed };
}
