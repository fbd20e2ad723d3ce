import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { lackedInputOnly } from "../fields/input-only.js";
import { haveSameKeys, isBlank, keysOf, type Looks, looksOf } from "./element-looks.js";
import { unknownPath } from "./shown-values.js";

/** The elements that a list had, searched for those that a new element may be a copy of. */
export class OldElements {
  readonly #table: MessageTable;
  readonly #looks: readonly Looks[];
  /** The indexes of the elements that have one trait. */
  readonly #byTrait = new Map<string, number[]>();

  constructor(table: MessageTable, elements: readonly Properties[]) {
    this.#table = table;
    this.#looks = elements.map((element) => looksOf(this.#table, element));
    for (const [index, looks] of this.#looks.entries()) {
      for (const trait of new Set([...keyTraits(looks), ...traitTexts(looks)])) {
        const indexes = this.#byTrait.get(trait);
        if (indexes) indexes.push(index);
        else this.#byTrait.set(trait, [index]);
      }
    }
  }

  /**
   * The indexes of the old elements that new ones, by their own indexes, were most likely made from. Its own place
   * wins if others are as likely. Undefined for one that resembles none.
   */
  originsOf(elements: ReadonlyMap<number, Properties>): (place: number) => number | undefined {
    const looks = new Map(Array.from(elements, ([place, one]) => [place, looksOf(this.#table, one)]));
    const haveBlanksMoved = this.#haveBlanksMoved(looks);
    return (place) => {
      const [element, own] = [elements.get(place), looks.get(place)];
      if (element === undefined || own === undefined) return undefined;
      const isFilled = !haveBlanksMoved && this.#isFilled(element, own, place);
      return this.#mostLike(own, place) ?? (isFilled ? place : undefined);
    };
  }

  /** Whether an element that shows nothing may have gone from one place to another: then none was filled or emptied. */
  #haveBlanksMoved(looks: ReadonlyMap<number, Looks>): boolean {
    const hasChanged = (place: number): boolean => looks.get(place)?.blank !== this.#looks[place]?.blank;
    const gone = new Set(
      this.#looks.filter((one, place) => isBlank(one) && hasChanged(place)).map(({ blank }) => blank),
    );
    return Array.from(looks).some(([place, one]) => isBlank(one) && hasChanged(place) && gone.has(one.blank));
  }

  #mostLike(looks: Looks, place: number): number | undefined {
    let [best, most] = [undefined as number | undefined, 0];
    for (const index of [place, ...this.#candidates(looks)]) {
      const likeness = this.#likeness(looks, index, place);
      if (likeness > most) [best, most] = [index, likeness];
    }
    return best;
  }

  /**
   * Whether one of two elements shows nothing, the other one something, and nothing speaks against their being one: a
   * copy in which the only value was set or cleared looks so. If it lacks a value that no response shows, nobody knows whose
   * that would be.
   */
  #isFilled(element: Properties, looks: Looks, index: number): boolean {
    const old = this.#looks[index];
    if (old === undefined || !haveSameKeys(looks, old) || lackedInputOnly(this.#table, element)) return false;
    const [unknown, others] = [looks, old].map(({ traits }) => traits.get(unknownPath)?.join());
    return unknown === others && (isBlank(looks) || isBlank(old));
  }

  /**
   * 0 for one that it cannot be a copy of; if two have as many values in common, equality decides. A copy of the one at
   * its place may have lost all that the SDK does not know.
   */
  #likeness(looks: Looks, index: number, place: number): number {
    const old = this.#looks[index];
    if (old === undefined || !haveSameKeys(looks, old)) return 0;
    if (isBlank(looks) && isBlank(old) && looks.blank !== old.blank) return 0;
    const { alike, all, strange } = compared(looks, old);
    const isNamed = this.#table
      .once(keysOf)
      .some(({ isName }, key) => isName && looks.keys[key] !== undefined);
    if (!isNamed && alike * leastShare(index === place) < all) return 0;
    const isEqual = strange.alike === strange.all || (index === place && strange.own === 0);
    return 1 + (alike + strange.alike) * 2 + Number(alike === all && isEqual);
  }

  /** Those elsewhere that can be alike enough: whoever shares half of the values shares one of any half and one more. */
  #candidates(looks: Looks): Iterable<number> {
    const [keys, all] = [keyTraits(looks), traitTexts(looks)];
    const [sought, enough] = keys.length > 0 ? [keys, 1] : [all, Math.floor(all.length / 2) + 1];
    const found = sought.map((trait) => this.#byTrait.get(trait) ?? []);
    return new Set(
      found
        .sort((left, right) => left.length - right.length)
        .slice(0, enough)
        .flat(),
    );
  }
}

/** The share of its values that a copy keeps at least: a quarter at its own place, where little speaks for another one, or half. */
const leastShare = (isThere: boolean): number => (isThere ? 4 : 2);

function keyTraits({ keys }: Looks): string[] {
  return keys.flatMap((text, index) => (text === undefined ? [] : [`${index} ${text}`]));
}

function traitTexts({ traits }: Looks): string[] {
  return [...traits].flatMap(([path, texts]) => texts.map((text) => `${path} ${text}`));
}

/** How many values two elements have in common, and how many the one has that has more of them at each path. */
interface Comparison {
  readonly alike: number;
  readonly all: number;
  /** The same of what the SDK does not know, and how many the one has: a copy may have lost it. */
  readonly strange: { readonly alike: number; readonly all: number; readonly own: number };
}

function compared({ traits }: Looks, other: Looks): Comparison {
  const [known, strange] = [
    { alike: 0, all: 0, own: 0 },
    { alike: 0, all: 0, own: 0 },
  ];
  for (const path of new Set([...traits.keys(), ...other.traits.keys()])) {
    const [here, there] = [traits.get(path) ?? [], other.traits.get(path) ?? []];
    const left = new Set(there);
    const sum = path.endsWith(unknownPath) ? strange : known;
    sum.alike += Math.min(here.filter((text) => left.has(text)).length, there.length);
    sum.all += Math.max(here.length, there.length);
    sum.own += here.length;
  }
  return { ...known, strange };
}
