import type { Dice } from "./dice.fixture.js";

/** The wildcard in a path of a test; keys are text. */
export const star: unique symbol = Symbol("*");
export type Step = string | typeof star;

const keys = [
  "a",
  "b",
  "spec",
  "12",
  "-5",
  "",
  "*",
  "a b",
  "é",
  "\u007f",
  "true",
  "x_1",
  "__proto__",
  'q"',
  "\ud800",
  ".",
];

/** A random mask as text, with the paths it stands for by the grammar. */
export interface RandomMask {
  readonly text: string;
  readonly paths: readonly (readonly Step[])[];
}

/** A random text of the grammar, and what it means, expanded as the grammar reads. */
export function randomMask(dice: Dice): RandomMask {
  if (dice.chance(5)) return { text: space(dice), paths: [] };
  const mask = union(dice, 0);
  // Groups multiply: what grows too large is thrown away, its limit has a test of its own.
  return mask.paths.length > 100 ? randomMask(dice) : mask;
}

function union(dice: Dice, depth: number): RandomMask {
  const parts = Array.from({ length: 1 + dice.roll(3) }, () => path(dice, depth));
  return {
    text: parts.map((part) => part.text).join(`${space(dice)},${space(dice)}`),
    paths: parts.flatMap((part) => part.paths),
  };
}

function path(dice: Dice, depth: number): RandomMask {
  const factors = Array.from({ length: 1 + dice.roll(3) }, () => factor(dice, depth));
  return {
    text: factors.map((one) => one.text).join(`${space(dice)}.${space(dice)}`),
    paths: factors.reduce<readonly (readonly Step[])[]>(
      (before, one) => before.flatMap((head) => one.paths.map((tail) => [...head, ...tail])),
      [[]],
    ),
  };
}

function factor(dice: Dice, depth: number): RandomMask {
  if (depth < 3 && dice.chance(30)) {
    if (dice.chance(20)) return { text: `(${space(dice)})`, paths: [[]] };
    const inside = union(dice, depth + 1);
    return { text: `(${inside.text})`, paths: inside.paths };
  }
  if (dice.chance(15)) return { text: "*", paths: [[star]] };
  const key = dice.pick(keys);
  return { text: /^\w+$/.test(key) && dice.chance(80) ? key : JSON.stringify(key), paths: [[key]] };
}

function space(dice: Dice): string {
  return dice.pick(["", "", "", " ", "\t", "\r\n"]);
}

/** The entries of a list of paths: without those that others go on from, and without repeats; as comparable text. */
export function entriesOf(paths: readonly (readonly Step[])[]): string[] {
  const texts = [...new Set(paths.filter((one) => one.length > 0).map(show))];
  return texts.filter((text) => !texts.some((other) => other !== text && other.startsWith(text))).sort();
}

/** A path as text that no other path has; it ends every step, so that prefixes are whole steps. */
export function show(steps: readonly Step[]): string {
  return steps.map((step) => `${step === star ? "*" : JSON.stringify(step)}/`).join("");
}
