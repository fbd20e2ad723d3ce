/**
 * Whether a regular expression is read in a time that grows with the text and no faster. Engines that go back try
 * every way to match a text before they give up, so the time is that of the number of ways.
 *
 * @module
 */
import { buildAutomaton, type Automaton, type Expansion } from "./automaton.js";
import { CharacterSets, everyCharacter, type CharacterSet } from "./characters.js";
import { type Part, readPattern } from "./syntax.js";

/** Loops say as much as written-out repetitions if they have one way each, and a few states. */
const looped: Expansion = { isLooped: true, maxStates: 600 };

/** Every character of a text may be read once in each state. */
const writtenOut: Expansion = { isLooped: false, maxStates: 100 };

/** The most characters that a pattern without loops may look at from one place of a text, before the next is tried. */
const maxSteps = 128;

/** The longest text that a look ahead or behind may read at every place. */
const maxLook = 16;

/**
 * Returns whether matching an ECMAScript pattern with `test` takes time linear in the length of the text. That holds
 * if any text leads to each place of the pattern in one way or a few, from every start position. A pattern that cannot
 * be analyzed (`\1`, a long lookahead behind a loop) or parsed counts as not linear.
 *
 * @param isLoose whether the pattern is compiled without the flag `u`
 */
export function isLinear(pattern: string, isLoose = false): boolean {
  const tree = readPattern(pattern, isLoose);
  if (!tree) return false;
  const sets = new CharacterSets(pattern, isLoose);
  const isAnchored = startsAtStart(tree);
  const once = isAnchored ? new Set(leadingLooks(tree)) : new Set<Part>();
  const isBrief = (look: Look): boolean =>
    (once.has(look) || maxLength(look.part) <= maxLook) && hasOneWay(lookPart(look), sets, true);
  return listLooks(tree).every(isBrief) && hasOneWay(withoutTail(tree), sets, isAnchored);
}

type Look = Extract<Part, { kind: "look" }>;

/** It is tried at the beginning of a text alone. */
function startsAtStart(part: Part): boolean {
  if (part.kind === "start") return true;
  if (part.kind === "choice") return part.parts.every(startsAtStart);
  return part.kind === "sequence" && part.parts[0] !== undefined && startsAtStart(part.parts[0]);
}

/** Looks ahead from the beginning, which are done once each. */
function leadingLooks(part: Part): readonly Part[] {
  const parts = part.kind === "choice" && part.parts.length === 1 ? part.parts[0] : undefined;
  if (parts?.kind !== "sequence") return [];
  const rest = parts.parts.slice(1);
  const end = rest.findIndex((one) => one.kind !== "look" || !one.isAhead);
  return end < 0 ? rest : rest.slice(0, end);
}

function listLooks(part: Part): readonly Look[] {
  if (part.kind === "look") return [part, ...listLooks(part.part)];
  if (part.kind === "repeat") return listLooks(part.part);
  return part.kind === "sequence" || part.kind === "choice" ? part.parts.flatMap(listLooks) : [];
}

/** The part that a look reads, in its own direction. */
function lookPart({ part, isAhead }: Look): Part {
  return withoutTail(isAhead ? part : backwards(part));
}

function backwards(part: Part): Part {
  if (part.kind === "repeat") return { ...part, part: backwards(part.part) };
  if (part.kind === "choice") return { ...part, parts: part.parts.map(backwards) };
  return part.kind === "sequence" ? { ...part, parts: part.parts.map(backwards).toReversed() } : part;
}

/** The length of the longest text that a part reads. */
function maxLength(part: Part): number {
  if (part.kind === "character") return 1;
  if (part.kind === "look") return maxLength(part.part);
  if (part.kind === "repeat") return maxLength(part.part) === 0 ? 0 : maxLength(part.part) * part.most;
  if (part.kind === "choice") return Math.max(...part.parts.map(maxLength));
  return part.kind === "sequence" ? part.parts.reduce((sum, one) => sum + maxLength(one), 0) : 0;
}

/** Without what is repeated at the very end: where nothing follows, an engine never goes back for it. */
function withoutTail(part: Part): Part {
  if (part.kind === "choice") return { ...part, parts: part.parts.map(withoutTail) };
  if (part.kind === "repeat" && part.part.kind === "character") return { ...part, most: part.least };
  if (part.kind !== "sequence") return part;
  const last = part.parts.at(-1);
  return last ? { ...part, parts: [...part.parts.slice(0, -1), withoutTail(last)] } : part;
}

function hasOneWay(part: Part, sets: CharacterSets, isAnchored: boolean): boolean {
  const isOneWay = (expansion: Expansion, isTriedOnce: boolean): boolean => {
    const automaton = buildAutomaton(part, sets, isTriedOnce, expansion);
    if (automaton === undefined || (isAmbiguous(automaton) && !hasFewWays(automaton))) return false;
    return isAnchored || !isTriedOnce || countSteps(automaton) <= maxSteps;
  };
  return isOneWay(looped, isAnchored) || isOneWay(writtenOut, isAnchored) || isOneWay(writtenOut, true);
}

/** The maximum number of ways to match one text. Each way costs about as much as looking at one more character. */
const maxWays = 32;

/** The most sets of places that a search for texts with more ways looks at. */
const maxPlaces = 2000;

/** No text has more than a few ways: seen by reading every text at once, as the ways that lead to each place. */
function hasFewWays({ sets, ways }: Automaton): boolean {
  const samples = sampleCharacters(sets);
  const seen = new Set<string>();
  const open: ReadonlyMap<number, number>[] = [new Map([[0, 1]])];
  for (let places = open.pop(); places; places = open.pop()) {
    for (const sample of samples) {
      const next = new Map<number, number>();
      for (const [from, many] of places) {
        for (const [to, count] of ways[from] ?? []) {
          if (((sets[to] ?? 0n) & sample) !== 0n) next.set(to, (next.get(to) ?? 0) + many * count);
        }
      }
      const sum = [...next.values()].reduce((all, one) => all + one, 0);
      if (sum > maxWays || seen.size > maxPlaces) return false;
      const key = JSON.stringify([...next].toSorted(([a], [b]) => a - b));
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return true;
}

/** A character for each way in which the sets can have one or not. */
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

/** How many characters are looked at from the beginning, whatever the text is; more than is allowed if there are loops. */
function countSteps({ ways }: Automaton): number {
  let steps = 0;
  let states = new Set([0]);
  while (states.size > 0 && steps <= maxSteps) {
    states = new Set([...states].flatMap((state) => [...(ways[state]?.keys() ?? [])]));
    steps += states.size;
  }
  return steps;
}

/** Some text leads to some state in two ways: seen by walking two ways at once, from where they part to where they meet. */
function isAmbiguous({ sets, ways }: Automaton): boolean {
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = [];
  const step = (left: number, right: number): boolean => {
    for (const [a, count] of ways[left] ?? []) {
      for (const b of ways[right]?.keys() ?? []) {
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
  if (ways.some((_, state) => step(state, state))) return true;
  for (let pair = open.pop(); pair; pair = open.pop()) if (step(...pair)) return true;
  return false;
}
