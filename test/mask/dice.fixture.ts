/** Random choices that one seed decides. */
export class Dice {
  #state: number;
  /** How many values may still be made; when it is used up, messages stay small. */
  budget: number;

  constructor(seed: number, budget: number) {
    this.#state = seed | 0;
    this.budget = budget;
  }

  /** A whole number from 0 to below `sides`. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  }

  /** True so many times in a hundred. */
  chance(percent: number): boolean {
    return this.roll(100) < percent;
  }

  /** One of several. */
  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.roll(choices.length)];
    if (choice === undefined) throw new Error("nothing to pick from");
    return choice;
  }
}
