import { isCarried, readField, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";

/** What an element carries: the text of each value by proto name. */
type Traits = ReadonlyMap<string, string>;

/** The elements that a list had, searched for those that a new element may be a copy of. */
export class OldElements {
  readonly #table: MessageTable;
  readonly #keys: readonly Key[];
  readonly #traits: readonly Traits[];
  /** The indexes of the elements that have one trait. */
  readonly #byTrait = new Map<string, number[]>();

  constructor(table: MessageTable, elements: readonly Properties[]) {
    this.#table = table;
    this.#keys = table.once(keysOf);
    this.#traits = elements.map((element) => traitsOf(table, element));
    for (const [index, traits] of this.#traits.entries()) {
      for (const [name, text] of traits) {
        const trait = traitText(name, text);
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
    const traits = traitsOf(this.#table, element);
    let [best, most] = [undefined as number | undefined, 0];
    for (const index of [place, ...this.#candidates(traits)]) {
      const likeness = this.#likeness(traits, index);
      if (likeness > most) [best, most] = [index, likeness];
    }
    return best;
  }

  /** 0 for one that it cannot be a copy of; where two have as many values in common, equality decides. */
  #likeness(traits: Traits, index: number): number {
    const old = this.#traits[index];
    if (old === undefined || this.#keys.some(({ name }) => traits.get(name) !== old.get(name))) return 0;
    const alike = [...traits].filter(([name, text]) => old.get(name) === text).length;
    const all = traits.size + old.size - alike;
    const isNamed = this.#keys.some(({ name, isName }) => isName && traits.has(name));
    if (!isNamed && alike * 2 < all) return 0;
    return 1 + alike * 2 + Number(alike === all);
  }

  /** Those that can be alike enough: whoever shares half of the values shares one of any half and one more. */
  #candidates(traits: Traits): Iterable<number> {
    const keys = [...traits].filter(([name]) => this.#keys.some((key) => key.name === name));
    const [sought, enough] = keys.length > 0 ? [keys, 1] : [[...traits], Math.floor(traits.size / 2) + 1];
    const found = sought.map(([name, text]) => this.#byTrait.get(traitText(name, text)) ?? []);
    return new Set(
      found
        .sort((left, right) => left.length - right.length)
        .slice(0, enough)
        .flat(),
    );
  }
}

/** A field in which an element and its copy must agree. */
interface Key {
  readonly name: string;
  /** The field says which element it is; what is only IMMUTABLE may be the same in many. */
  readonly isName: boolean;
}

function keysOf({ fields }: MessageTable): readonly Key[] {
  return fields.flatMap((field) => {
    if (isHidden(field)) return [];
    const isName = field.behaviors.includes("IDENTIFIER") || field.name === "id" || field.name === "name";
    return isName || field.behaviors.includes("IMMUTABLE") ? [{ name: field.name, isName }] : [];
  });
}

function traitsOf({ fields }: MessageTable, element: Properties): Traits {
  const traits = new Map<string, string>();
  for (const field of fields) {
    if (isHidden(field) || !isCarried(element, field)) continue;
    traits.set(field.name, dataText(readField(element, field)));
  }
  const unknown = element["_unknownFields"];
  // No proto name has a space.
  if (unknown !== undefined) traits.set("unknown fields", dataText(unknown));
  return traits;
}

/** What no response shows says nothing of who an element is. */
function isHidden({ behaviors }: Field): boolean {
  return behaviors.includes("INPUT_ONLY");
}

function traitText(name: string, text: string): string {
  return `${name} ${text}`;
}
