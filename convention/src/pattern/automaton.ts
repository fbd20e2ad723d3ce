import { type CharacterSet, type CharacterSets, everyCharacter } from "./characters.js";
import type { Part } from "./syntax.js";

/**
 * The automaton of a pattern (Glushkov's): a state for each of its characters,
 * and for the place before them. Ways are counted, as an engine that goes back
 * tries two that lead to the same state one after the other.
 */
export interface Automaton {
  /** The characters that are read on the way into each state; the first state is the beginning. */
  readonly sets: readonly CharacterSet[];
  /** From each state to others, with the number of ways. */
  readonly ways: readonly ReadonlyMap<number, number>[];
}

/** How repetitions become states. */
export interface Expansion {
  /** A repetition is a loop, however often it may be done; else it is written out. */
  readonly isLooped: boolean;
  /** The most states. */
  readonly maxStates: number;
}

/** Ways into a part, ways out of it, and ways past it; more than two are two. */
interface Ends {
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
  readonly empty: number;
}

const blank: Ends = { first: new Map(), last: new Map(), empty: 1 };

/** The automaton of a part, from the beginning of a text or from anywhere in it; undefined for one with too many states. */
export function buildAutomaton(
  part: Part,
  sets: CharacterSets,
  isAnchored: boolean,
  expansion: Expansion,
): Automaton | undefined {
  const builder = new AutomatonBuilder(sets, expansion);
  const { first } = builder.build(part);
  if (builder.isTooLarge) return undefined;
  for (const [state, count] of first) builder.connect(0, state, count);
  // An engine begins anew at every place of the text.
  if (!isAnchored) builder.connect(0, 0, 1);
  return builder;
}

class AutomatonBuilder implements Automaton {
  readonly sets: CharacterSet[] = [everyCharacter];
  readonly ways: Map<number, number>[] = [new Map()];
  isTooLarge = false;
  readonly #characters: CharacterSets;
  readonly #expansion: Expansion;

  constructor(characters: CharacterSets, expansion: Expansion) {
    this.#characters = characters;
    this.#expansion = expansion;
  }

  connect(from: number, to: number, count: number): void {
    const ways = this.ways[from];
    ways?.set(to, Math.min(2, (ways.get(to) ?? 0) + count));
  }

  build(part: Part): Ends {
    if (this.isTooLarge) return blank;
    if (part.kind === "character") return this.#character(part.text);
    if (part.kind === "sequence")
      return part.parts.map((one) => this.build(one)).reduce((a, b) => this.#then(a, b), blank);
    if (part.kind === "choice") return part.parts.map((one) => this.build(one)).reduce(either);
    return part.kind === "repeat" ? this.#repeat(part) : blank;
  }

  #character(text: string): Ends {
    const set = this.#characters.read(text);
    if (set === undefined || this.sets.length >= this.#expansion.maxStates) {
      this.isTooLarge = true;
      return blank;
    }
    const state = this.sets.push(set) - 1;
    this.ways.push(new Map());
    return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), empty: 0 };
  }

  #then(left: Ends, right: Ends): Ends {
    for (const [from, out] of left.last)
      for (const [to, into] of right.first) this.connect(from, to, out * into);
    return {
      first: sum(left.first, right.first, left.empty),
      last: sum(right.last, left.last, right.empty),
      empty: Math.min(2, left.empty * right.empty),
    };
  }

  #repeat({ part, least, most }: Extract<Part, { kind: "repeat" }>): Ends {
    const optional = (ends: Ends): Ends => ({ ...ends, empty: Math.min(2, ends.empty + 1) });
    if (most === 0) return blank;
    if (most === 1) return least === 0 ? optional(this.build(part)) : this.build(part);
    if (this.#expansion.isLooped || (least < 2 && most === Infinity)) return this.#loop(part, least);
    // The last of them is the innermost: x{2,4} is xx(x(x)?)?.
    const rest = most === Infinity ? this.#loop(part, 0) : undefined;
    const copies = rest ? least : most;
    let ends = rest ?? blank;
    for (let count = copies; count > 0 && !this.isTooLarge; count--) {
      ends = this.#then(this.build(part), ends);
      if (count > least) ends = optional(ends);
    }
    return ends;
  }

  /** Once more from each end; a round that reads nothing is none. */
  #loop(part: Part, least: number): Ends {
    const ends = this.build(part);
    for (const [from, out] of ends.last)
      for (const [to, into] of ends.first) this.connect(from, to, out * into);
    return { ...ends, empty: least === 0 ? 1 : ends.empty };
  }
}

function either(left: Ends, right: Ends): Ends {
  return {
    first: sum(left.first, right.first, 1),
    last: sum(left.last, right.last, 1),
    empty: Math.min(2, left.empty + right.empty),
  };
}

function sum(
  left: ReadonlyMap<number, number>,
  right: ReadonlyMap<number, number>,
  times: number,
): ReadonlyMap<number, number> {
  if (times === 0) return left;
  const both = new Map(left);
  for (const [state, count] of right) both.set(state, Math.min(2, (both.get(state) ?? 0) + count * times));
  return both;
}
