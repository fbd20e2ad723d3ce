import { type CharacterSet, type CharacterSets, everyCharacter } from "./characters.js";
import type { Part } from "./syntax.js";

/**
 * The Glushkov automaton of a pattern: a state for each of its characters, and an initial state. Transitions are counted, because a
 * backtracking engine tries two transitions to the same state one after the other.
 */
export interface Automaton {
  /** The characters of the transitions into each state. The first state is the initial one. */
  readonly sets: readonly CharacterSet[];
  /** The transitions from each state: the number of them to each other state. */
  readonly transitions: readonly ReadonlyMap<number, number>[];
}

/** How repetitions become states. */
export interface Expansion {
  /** Whether a repetition becomes a loop regardless of its limits. Otherwise it is written out. */
  readonly isLooped: boolean;
  /** The maximum number of states. */
  readonly maxStates: number;
}

/** The states that a part can begin with and end with, and the number of its empty matches. Counts above two are two. */
interface Ends {
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
  readonly empty: number;
}

const blank: Ends = { first: new Map(), last: new Map(), empty: 1 };

/** Builds the automaton of a part, anchored at the beginning of a text or not. Returns undefined if it has too many states. */
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
  // An engine tries every start position.
  if (!isAnchored) builder.connect(0, 0, 1);
  return builder;
}

class AutomatonBuilder implements Automaton {
  readonly sets: CharacterSet[] = [everyCharacter];
  readonly transitions: Map<number, number>[] = [new Map()];
  isTooLarge = false;
  readonly #characters: CharacterSets;
  readonly #expansion: Expansion;

  constructor(characters: CharacterSets, expansion: Expansion) {
    this.#characters = characters;
    this.#expansion = expansion;
  }

  connect(from: number, to: number, count: number): void {
    const transitions = this.transitions[from];
    transitions?.set(to, Math.min(2, (transitions.get(to) ?? 0) + count));
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
    this.transitions.push(new Map());
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

  #repeat({ part, min, max }: Extract<Part, { kind: "repeat" }>): Ends {
    const optional = (ends: Ends): Ends => ({ ...ends, empty: Math.min(2, ends.empty + 1) });
    if (max === 0) return blank;
    if (max === 1) return min === 0 ? optional(this.build(part)) : this.build(part);
    if (this.#expansion.isLooped || (min < 2 && max === Infinity)) return this.#loop(part, min);
    // The last copy is the innermost: x{2,4} is xx(x(x)?)?.
    const rest = max === Infinity ? this.#loop(part, 0) : undefined;
    const copies = rest ? min : max;
    let ends = rest ?? blank;
    for (let count = copies; count > 0 && !this.isTooLarge; count--) {
      ends = this.#then(this.build(part), ends);
      if (count > min) ends = optional(ends);
    }
    return ends;
  }

  /** Connects each end to each beginning. An iteration without characters does not count. */
  #loop(part: Part, min: number): Ends {
    const ends = this.build(part);
    for (const [from, out] of ends.last)
      for (const [to, into] of ends.first) this.connect(from, to, out * into);
    return { ...ends, empty: min === 0 ? 1 : ends.empty };
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
