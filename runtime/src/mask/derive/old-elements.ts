import { isCarried, readField, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { holdsInputOnly } from "../fields/input-only.js";
import { shownValues, unknownPath } from "./shown-values.js";

/** The values that an element shows. */
interface Looks {
  /** The texts of the values at each path, of which a list inside may have several. */
  readonly traits: ReadonlyMap<string, readonly string[]>;
  /** The texts of the fields in which an element and its copy agree; undefined for one that is absent. */
  readonly keys: readonly (string | undefined)[];
}

/**
 * The rest of an old element in a new one: some field is equal, and no key says that they are two; or a key does;
 * or the new one shows nothing, so that nothing can be left.
 */
export type Trace = "some" | "some, with other keys" | "nobody knows" | "none";

/** The elements that a list had, searched for those that a new element may be a copy of. */
export class OldElements {
  readonly #table: MessageTable;
  readonly #keys: readonly Key[];
  readonly #looks: readonly Looks[];
  /** The indexes of the elements that have one trait. */
  readonly #byTrait = new Map<string, number[]>();

  constructor(table: MessageTable, elements: readonly Properties[]) {
    this.#table = table;
    this.#keys = table.once(keysOf);
    this.#looks = elements.map((element) => this.#looksOf(element));
    for (const [index, looks] of this.#looks.entries()) {
      for (const trait of new Set([...keyTraits(looks), ...traitTexts(looks)])) {
        const indexes = this.#byTrait.get(trait);
        if (indexes) indexes.push(index);
        else this.#byTrait.set(trait, [index]);
      }
    }
  }

  /**
   * The index of the old element that a new one was most likely made from;
   * `place` is where the new one stands, and wins where others are as likely.
   * Undefined where it resembles none.
   */
  originOf(element: Properties, place: number): number | undefined {
    const looks = this.#looksOf(element);
    let [best, most] = [undefined as number | undefined, 0];
    for (const index of [place, ...this.#candidates(looks)]) {
      const likeness =
        this.#likeness(looks, index) || Number(index === place && this.#isFilled(looks, index));
      if (likeness > most) [best, most] = [index, likeness];
    }
    return best;
  }

  /** The rest of an old element in a new one that resembles none. */
  traceOf(element: Properties, old: Properties): Trace {
    const [looks, others] = [this.#looksOf(element), this.#looksOf(old)];
    const isShared = this.#table.fields.some(
      (field) =>
        !isHidden(field) &&
        isCarried(element, field) &&
        isCarried(old, field) &&
        dataText(readField(element, field)) === dataText(readField(old, field)),
    );
    if (isShared) return haveSameKeys(looks, others) ? "some" : "some, with other keys";
    return isBlank(looks) ? "nobody knows" : "none";
  }

  /**
   * Whether one of two elements shows nothing, the other one something, and nothing speaks against their being one: a
   * copy in which the only value was set or cleared looks so. If the type hides values, nobody knows whose they would be.
   */
  #isFilled(looks: Looks, index: number): boolean {
    const old = this.#looks[index];
    if (old === undefined || !haveSameKeys(looks, old) || this.#table.once(holdsInputOnly)) return false;
    const [unknown, others] = [looks, old].map(({ traits }) => traits.get(unknownPath)?.join());
    return unknown === others && (isBlank(looks) || isBlank(old));
  }

  /** 0 for one that it cannot be a copy of; where two have as many values in common, equality decides. */
  #likeness(looks: Looks, index: number): number {
    const old = this.#looks[index];
    if (old === undefined || !haveSameKeys(looks, old)) return 0;
    const { alike, all, strange } = compared(looks, old);
    const isNamed = this.#keys.some(({ isName }, key) => isName && looks.keys[key] !== undefined);
    if (!isNamed && alike * 2 < all) return 0;
    return 1 + (alike + strange.alike) * 2 + Number(alike === all && strange.alike === strange.all);
  }

  /** Those that can be alike enough: whoever shares half of the values shares one of any half and one more. */
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

  #looksOf(element: Properties): Looks {
    const traits = new Map<string, string[]>();
    for (const { path, text } of shownValues(this.#table, element)) {
      const texts = traits.get(path);
      if (texts) texts.push(text);
      else traits.set(path, [text]);
    }
    const keys = this.#keys.map(({ field }) =>
      isCarried(element, field) ? dataText(readField(element, field)) : undefined,
    );
    return { traits, keys };
  }
}

/** A field in which an element and its copy must agree. */
interface Key {
  readonly field: Field;
  /** The field says which element it is; what is only IMMUTABLE may be the same in many. */
  readonly isName: boolean;
}

function keysOf({ fields }: MessageTable): readonly Key[] {
  return fields.flatMap((field) => {
    if (isHidden(field)) return [];
    const isName = field.behaviors.includes("IDENTIFIER") || field.name === "id" || field.name === "name";
    return isName || field.behaviors.includes("IMMUTABLE") ? [{ field, isName }] : [];
  });
}

function haveSameKeys({ keys }: Looks, other: Looks): boolean {
  return keys.every((text, index) => text === other.keys[index]);
}

function isBlank({ traits }: Looks): boolean {
  return Array.from(traits.keys()).every((path) => path.endsWith(unknownPath));
}

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
  /** The same of what the SDK does not know: a copy may have lost it. */
  readonly strange: { readonly alike: number; readonly all: number };
}

function compared({ traits }: Looks, other: Looks): Comparison {
  const [known, strange] = [
    { alike: 0, all: 0 },
    { alike: 0, all: 0 },
  ];
  for (const path of new Set([...traits.keys(), ...other.traits.keys()])) {
    const [here, there] = [traits.get(path) ?? [], other.traits.get(path) ?? []];
    const left = new Set(there);
    const sum = path.endsWith(unknownPath) ? strange : known;
    sum.alike += Math.min(here.filter((text) => left.has(text)).length, there.length);
    sum.all += Math.max(here.length, there.length);
  }
  return { ...known, strange };
}

/** What no response shows says nothing of who an element is. */
function isHidden({ behaviors }: Field): boolean {
  return behaviors.includes("INPUT_ONLY");
}
