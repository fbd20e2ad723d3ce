import { compare } from "../compare.js";
import { importFrom, type Imported } from "./imports.js";
import { identifier } from "./names.js";
import type { Code } from "./source-text.js";

/** How a file uses a name that it imports. */
interface Use {
  readonly alias: Code;
  isTypeOnly: boolean;
}

/**
 * Collects the imports of one file while it is printed. A printer requests each name here and prints the local name
 * that it gets. The list is sorted, contains each name once, and is type-only for names that are used as types alone.
 */
export class Imports {
  readonly #modules = new Map<string, Map<string, Use>>();
  readonly #taken: Set<string>;
  readonly #own: string | undefined;
  /**
   * The next number to try for a repeated name: a facade imports a client of the same name from each of many
   * packages.
   */
  readonly #counts = new Map<string, number>();

  /**
   * @param taken Names that the file declares or uses already.
   * @param own The module of this file, whose names need no import.
   */
  constructor(taken: Iterable<string>, own?: string) {
    this.#taken = new Set(taken);
    this.#own = own;
  }

  /** A name that is used as a value, and perhaps as a type. */
  value(module: string, name: string): Code {
    return this.#add(module, name, false);
  }

  /** A name that is used as a type. */
  type(module: string, name: string): Code {
    return this.#add(module, name, true);
  }

  /** The import statements: packages first, then files from afar to near. */
  lines(): Code[] {
    return [...this.#modules]
      .sort(([a], [b]) => byModule(a, b))
      .map(([module, names]) => importFrom(module, [...names].sort(byKindAndName).map(toImported)));
  }

  #add(module: string, name: string, isTypeOnly: boolean): Code {
    if (module === this.#own) return identifier(name);
    const names = this.#namesOf(module);
    const known = names.get(name);
    if (known) {
      if (!isTypeOnly) known.isTypeOnly = false;
      return known.alias;
    }
    const alias = identifier(this.#free(name));
    this.#taken.add(alias);
    names.set(name, { alias, isTypeOnly });
    return alias;
  }

  #namesOf(module: string): Map<string, Use> {
    let names = this.#modules.get(module);
    if (!names) this.#modules.set(module, (names = new Map()));
    return names;
  }

  #free(name: string): string {
    if (!this.#taken.has(name)) return name;
    if (!this.#taken.has(`${name}$`)) return `${name}$`;
    let count = this.#counts.get(name) ?? 2;
    while (this.#taken.has(`${name}$${count}`)) count++;
    this.#counts.set(name, count);
    return `${name}$${count}`;
  }
}

function toImported([name, { alias, isTypeOnly }]: readonly [string, Use]): Imported {
  return { name, alias: alias === name ? undefined : alias, isTypeOnly };
}

/** Values before types. */
function byKindAndName([a, one]: readonly [string, Use], [b, other]: readonly [string, Use]): number {
  return Number(one.isTypeOnly) - Number(other.isTypeOnly) || compare(a, b);
}

function byModule(a: string, b: string): number {
  return distance(b) - distance(a) || compare(a, b);
}

/** Orders packages first, then files by the number of folders that they are up. */
function distance(module: string): number {
  if (!module.startsWith(".")) return Infinity;
  return module.split("../").length - 1;
}
