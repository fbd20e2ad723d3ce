/**
 * Decides whether a regular expression runs in linear time. A backtracking engine tries every path through the automaton of the
 * pattern before it gives up, so the time depends on the number of paths.
 *
 * @module
 */
import { buildAutomaton, type Automaton, type Expansion } from "./automaton.js";
import { CharacterSets, everyCharacter, type CharacterSet } from "./characters.js";
import { type Part, readPattern } from "./syntax.js";

/** Represents a repetition as a loop. This is enough if no text has two paths, and needs few states. */
const looped: Expansion = { isLooped: true, maxStates: 600 };

/** Writes repetitions out. The number of states is small, because an engine may read each character once in each state. */
const writtenOut: Expansion = { isLooped: false, maxStates: 100 };

/** The maximum number of characters that a pattern without loops may read from one start position. */
const maxSteps = 128;

/** The maximum length of text that a lookaround may read at every position. */
const maxLookaroundLength = 16;

/**
 * Returns whether matching an ECMAScript pattern with `test` takes time linear in the length of the text. That holds if every text
 * has one path or a few to each state of the automaton, from every start position. A pattern that cannot be analyzed (`\1`, a long
 * lookahead behind a loop) or parsed counts as not linear.
 *
 * @param isLoose whether the pattern is compiled without the flag `u`
 */
export function isLinear(pattern: string, isLoose = false): boolean {
  const tree = readPattern(pattern, isLoose);
  if (!tree) return false;
  const sets = new CharacterSets(pattern, isLoose);
  const isAnchored = startsAtStart(tree);
  const once = isAnchored ? new Set(leadingLookaheads(tree)) : new Set<Part>();
  const isBrief = (lookaround: Lookaround): boolean =>
    (once.has(lookaround) || maxLength(lookaround.part) <= maxLookaroundLength) &&
    isUnambiguous(lookaroundPart(lookaround), sets, true);
  return listLookarounds(tree).every(isBrief) && isUnambiguous(withoutTail(tree), sets, isAnchored);
}

type Lookaround = Extract<Part, { kind: "lookaround" }>;

/** Whether a part matches only at the beginning of a text. */
function startsAtStart(part: Part): boolean {
  if (part.kind === "start") return true;
  if (part.kind === "choice") return part.parts.every(startsAtStart);
  return part.kind === "sequence" && part.parts[0] !== undefined && startsAtStart(part.parts[0]);
}

/** Lists the lookaheads at the beginning of an anchored pattern, which run once each. */
function leadingLookaheads(part: Part): readonly Part[] {
  const parts = part.kind === "choice" && part.parts.length === 1 ? part.parts[0] : undefined;
  if (parts?.kind !== "sequence") return [];
  const rest = parts.parts.slice(1);
  const end = rest.findIndex((one) => one.kind !== "lookaround" || !one.isAhead);
  return end < 0 ? rest : rest.slice(0, end);
}

function listLookarounds(part: Part): readonly Lookaround[] {
  if (part.kind === "lookaround") return [part, ...listLookarounds(part.part)];
  if (part.kind === "repeat") return listLookarounds(part.part);
  return part.kind === "sequence" || part.kind === "choice" ? part.parts.flatMap(listLookarounds) : [];
}

/** Returns the part that a lookaround reads, in its direction. */
function lookaroundPart({ part, isAhead }: Lookaround): Part {
  return withoutTail(isAhead ? part : backwards(part));
}

function backwards(part: Part): Part {
  if (part.kind === "repeat") return { ...part, part: backwards(part.part) };
  if (part.kind === "choice") return { ...part, parts: part.parts.map(backwards) };
  return part.kind === "sequence" ? { ...part, parts: part.parts.map(backwards).toReversed() } : part;
}

/** Returns the length of the longest text that a part matches. */
function maxLength(part: Part): number {
  if (part.kind === "character") return 1;
  if (part.kind === "lookaround") return maxLength(part.part);
  if (part.kind === "repeat") return maxLength(part.part) === 0 ? 0 : maxLength(part.part) * part.max;
  if (part.kind === "choice") return Math.max(...part.parts.map(maxLength));
  return part.kind === "sequence" ? part.parts.reduce((sum, one) => sum + maxLength(one), 0) : 0;
}

/** Removes repetitions at the very end, because an engine does not backtrack into them if nothing follows. */
function withoutTail(part: Part): Part {
  if (part.kind === "choice") return { ...part, parts: part.parts.map(withoutTail) };
  if (part.kind === "repeat" && part.part.kind === "character") return { ...part, max: part.min };
  if (part.kind !== "sequence") return part;
  const last = part.parts.at(-1);
  return last ? { ...part, parts: [...part.parts.slice(0, -1), withoutTail(last)] } : part;
}

function isUnambiguous(part: Part, sets: CharacterSets, isAnchored: boolean): boolean {
  const isUnambiguousAs = (expansion: Expansion, isTriedOnce: boolean): boolean => {
    const automaton = buildAutomaton(part, sets, isTriedOnce, expansion);
    if (automaton === undefined || (isAmbiguous(automaton) && !hasFewPaths(automaton))) return false;
    return isAnchored || !isTriedOnce || countSteps(automaton) <= maxSteps;
  };
  return (
    isUnambiguousAs(looped, isAnchored) ||
    isUnambiguousAs(writtenOut, isAnchored) ||
    isUnambiguousAs(writtenOut, true)
  );
}

/** The maximum number of paths of one text. Each path costs about as much as reading one more character. */
const maxPaths = 32;

/** The maximum number of state sets that a search for texts with more paths visits. */
const maxStateSets = 2000;

/** Whether no text has more than a few paths. Reads all texts at once, and counts the paths to each state. */
function hasFewPaths({ sets, transitions }: Automaton): boolean {
  const samples = sampleCharacters(sets);
  const seen = new Set<string>();
  const open: ReadonlyMap<number, number>[] = [new Map([[0, 1]])];
  for (let places = open.pop(); places; places = open.pop()) {
    for (const sample of samples) {
      const next = new Map<number, number>();
      for (const [from, many] of places) {
        for (const [to, count] of transitions[from] ?? []) {
          if (((sets[to] ?? 0n) & sample) !== 0n) next.set(to, (next.get(to) ?? 0) + many * count);
        }
      }
      const sum = [...next.values()].reduce((all, one) => all + one, 0);
      if (sum > maxPaths || seen.size > maxStateSets) return false;
      const key = JSON.stringify([...next].toSorted(([a], [b]) => a - b));
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return true;
}

/** Selects one character for each combination of sets that contain it. */
function sampleCharacters(sets: readonly CharacterSet[]): readonly CharacterSet[] {
  const different = [...new Set(sets)].filter((set) => set !== everyCharacter);
  const highest = different.reduce((all, one) => all | one, 1n).toString(2).length;
  const found = new Map<string, CharacterSet>();
  for (let bit = 0; bit < highest; bit++) {
    const sample = 1n << BigInt(bit);
    const kind = different.map((set) => (set & sample ? 1 : 0)).join("");
    if (!found.has(kind)) found.set(kind, sample);
  }
  return [...found.values()];
}

/** Counts the characters that an engine reads from one start position, at most. Exceeds the maximum if the automaton has loops. */
function countSteps({ transitions }: Automaton): number {
  let steps = 0;
  let states = new Set([0]);
  while (states.size > 0 && steps <= maxSteps) {
    states = new Set([...states].flatMap((state) => [...(transitions[state]?.keys() ?? [])]));
    steps += states.size;
  }
  return steps;
}

/** Whether some text has two paths to one state. Follows two paths at once, from where they diverge to where they meet. */
function isAmbiguous({ sets, transitions }: Automaton): boolean {
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = [];
  const step = (left: number, right: number): boolean => {
    for (const [a, count] of transitions[left] ?? []) {
      for (const b of transitions[right]?.keys() ?? []) {
        if (left === right && (a > b || (a === b && count === 1))) continue;
        if (((sets[a] ?? 0n) & (sets[b] ?? 0n)) === 0n) continue;
        if (a === b) return true;
        const [low, high] = a < b ? [a, b] : [b, a];
        const pair = low * sets.length + high;
        if (seen.has(pair)) continue;
        seen.add(pair);
        open.push([low, high]);
      }
    }
    return false;
  };
  if (transitions.some((_, state) => step(state, state))) return true;
  for (let pair = open.pop(); pair; pair = open.pop()) if (step(...pair)) return true;
  return false;
}
