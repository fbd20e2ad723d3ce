import type { Shape } from "../runtime/shape.js";
import { recursiveNames } from "../model/cycles.js";
import { code, identifier, regExp, type Code } from "../../kit/code/code.js";
import { printConditions, passes, type GuardScope } from "./conditions.js";
import { isRuntimeGuard, typeGuards } from "./guard-names.js";

/** A guard as it is written. */
export type GuardView = {
  readonly doc: Code;
  readonly name: Code;
  /** The type of the value, if it has one; otherwise the guard is a plain boolean function. */
  readonly type: Code | false;
  /** At least one. */
  readonly conditions: readonly Code[];
};

/** A regular expression that guards use. */
export type PatternView = {
  readonly name: Code;
  readonly value: Code;
};

/** The guard of a shape that has a name. */
export interface NamedGuard {
  readonly guardName: string;
  readonly shape: Shape;
}

/**
 * Writes guards: functions that say whether a value is as its shape describes.
 * Each type that is not a plain one gets a separate function, so a guard covers one level of a document.
 */
export class GuardWriter {
  readonly guards: GuardView[] = [];
  readonly patterns: PatternView[] = [];
  readonly #named: ReadonlyMap<string, NamedGuard>;
  readonly #take: (name: string) => string;
  /** Guards that come to themselves. */
  readonly #recursive: ReadonlySet<string>;
  readonly #known = new Map<Shape, Map<string, string>>();
  readonly #lifted = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #scope: GuardScope = {
    useGuard: (shape, hint) => this.#use(this.useGuard(shape, hint)),
    runtime: (name) => this.#use(name),
    usePattern: (text, isLoose) => this.#usePattern(text, isLoose),
  };

  /** `named`: guards of named shapes; `take`: gives a free name. */
  constructor(named: ReadonlyMap<string, NamedGuard>, take: (name: string) => string) {
    this.#named = named;
    this.#take = take;
    const shapes = new Map([...named].map(([key, { shape }]) => [key, shape]));
    this.#recursive = new Set(recursiveNames(shapes).map((key) => named.get(key)?.guardName ?? ""));
  }

  /** Functions of the runtime that the guards call, sorted. */
  get runtimeNames(): readonly string[] {
    return [...this.#used].sort();
  }

  /** Writes the guard of a shape under a name. */
  write(name: string, shape: Shape, doc: Code, type: Code | false): void {
    // The place is kept: what is lifted out of a guard stands below it.
    const index = this.guards.length;
    const found = printConditions(shape, name, this.#scope);
    const asked = found.length > 0 ? found : [passes(this.#use("isAny"))];
    const conditions = this.#recursive.has(name) ? [this.#once(name, asked)] : asked;
    this.guards.splice(index, 0, { doc, name: identifier(name), type, conditions });
  }

  /** Writes the guard of a shape under a free name, which it gives. */
  writeNew(hint: string, shape: Shape, doc: Code): string {
    const name = this.#take(hint);
    this.write(name, shape, doc, false);
    return name;
  }

  /** The name of a guard for a shape: one that exists, or a new one that is called after its place. */
  useGuard(shape: Shape, hint: string): string {
    const known = this.#known.get(shape)?.get(hint);
    if (known !== undefined) return known;
    const name = this.#findName(shape, hint);
    const names = this.#known.get(shape) ?? new Map<string, string>();
    this.#known.set(shape, names.set(hint, name));
    return name;
  }

  #findName(shape: Shape, hint: string): string {
    const keys = Object.keys(shape);
    if (keys.length === 0) return "isAny";
    if (keys.length === 1) {
      if (shape.ref !== undefined) return this.#useNamed(shape.ref);
      const plain = typeof shape.type === "string" ? typeGuards[shape.type] : undefined;
      if (plain !== undefined) return plain;
    }
    // An argument's guard is called after the argument, whichever other asks for the same.
    const key = `${hint.endsWith("Argument") ? hint : ""} ${JSON.stringify(shape)}`;
    const known = this.#lifted.get(key);
    if (known !== undefined) return known;
    const name = this.writeNew(hint, shape, code``);
    this.#lifted.set(key, name);
    return name;
  }

  /** A name for a plain type needs no separate function. */
  #useNamed(name: string): string {
    const { guardName = "isAny", shape = {} } = this.#named.get(name) ?? {};
    const isPlain = Object.keys(shape).length === 1 && typeof shape.type === "string";
    return isPlain ? this.useGuard(shape, "") : guardName;
  }

  #once(name: string, conditions: readonly Code[]): Code {
    const all = conditions.reduce((left, right) => code`${left} && ${right}`);
    return code`${this.#use("memoizeGuard")}(${identifier(name)}, value, () => ${all})`;
  }

  #use(name: string): Code {
    if (isRuntimeGuard(name)) this.#used.add(name);
    return identifier(name);
  }

  #usePattern(text: string, isLoose: boolean): Code {
    const value = regExp(text, !isLoose);
    const known = this.patterns.find((one) => one.value === value);
    if (known) return known.name;
    const name = identifier(this.#take(`pattern${this.patterns.length + 1}`));
    this.patterns.push({ name, value });
    return name;
  }
}
