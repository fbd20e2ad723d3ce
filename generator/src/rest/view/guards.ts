import type { Shape } from "../runtime/shape.js";
import { findRecursiveShapes, findRepeatedShapes } from "../model/cycles.js";
import { serializeShape } from "../model/shape-queries.js";
import { code, identifier, regExp, type Code } from "../../kit/code/code.js";
import { printConditions, printGuardCall, type GuardScope } from "./conditions.js";
import { isRuntimeGuard, typeGuards } from "./guard-names.js";

/** The view of a guard. */
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
 * Writes guards: functions that check whether a value matches its shape. Each type that is not plain gets a separate
 * function, so a guard covers one level of a document.
 */
export class GuardWriter {
  readonly guards: GuardView[] = [];
  readonly patterns: PatternView[] = [];
  readonly #named: ReadonlyMap<string, NamedGuard>;
  readonly #takeName: (name: string) => string;
  /** The names of guards that may be called many times for one value: recursive ones, and those of several alternatives. */
  readonly #memoized: ReadonlySet<string>;
  readonly #nameCache = new Map<Shape, Map<string, string>>();
  readonly #extracted = new Map<string, string>();
  readonly #usedRuntimeNames = new Set<string>();
  readonly #scope: GuardScope = {
    useGuard: (shape, hint) => this.#use(this.useGuard(shape, hint)),
    runtime: (name) => this.#use(name),
    usePattern: (text, isLoose) => this.#usePattern(text, isLoose),
  };

  /** `named`: the guards of named shapes. `takeName`: returns a free name. */
  constructor(named: ReadonlyMap<string, NamedGuard>, takeName: (name: string) => string) {
    this.#named = named;
    this.#takeName = takeName;
    const shapes = new Map([...named].map(([key, { shape }]) => [key, shape]));
    const memoized = [...findRecursiveShapes(shapes), ...findRepeatedShapes(shapes)];
    this.#memoized = new Set(memoized.map((key) => named.get(key)?.guardName ?? ""));
  }

  /** Functions of the runtime that the guards call, sorted. */
  get runtimeNames(): readonly string[] {
    return [...this.#usedRuntimeNames].sort();
  }

  /** Writes the guard of a shape under a name. */
  write(name: string, shape: Shape, doc: Code, type: Code | false): void {
    // Inserted at this index, so that extracted guards are below the guard.
    const index = this.guards.length;
    const found = printConditions(shape, name, this.#scope);
    const asked = found.length > 0 ? found : [printGuardCall(this.#use("isAny"))];
    const conditions = this.#memoized.has(name) ? [this.#printOnce(name, asked)] : asked;
    this.guards.splice(index, 0, { doc, name: identifier(name), type, conditions });
  }

  /** Writes the guard of a shape under a free name, and returns the name. */
  writeNew(hint: string, shape: Shape, doc: Code): string {
    const name = this.#takeName(hint);
    this.write(name, shape, doc, false);
    return name;
  }

  /** Returns the guard of a shape: an existing one, or a new one that is named after `hint`. */
  useGuard(shape: Shape, hint: string): string {
    const known = this.#nameCache.get(shape)?.get(hint);
    if (known !== undefined) return known;
    const name = this.#findName(shape, hint);
    const names = this.#nameCache.get(shape) ?? new Map<string, string>();
    this.#nameCache.set(shape, names.set(hint, name));
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
    // The guard of an argument is named after the argument, so other uses do not share it.
    const key = `${hint.endsWith("Argument") ? hint : ""} ${serializeShape(shape)}`;
    const known = this.#extracted.get(key);
    if (known !== undefined) return known;
    const name = this.writeNew(hint, shape, code``);
    this.#extracted.set(key, name);
    return name;
  }

  /** Returns the guard of a named shape. A named plain type uses the guard of its type. */
  #useNamed(name: string): string {
    const { guardName = "isAny", shape = {} } = this.#named.get(name) ?? {};
    const isPlain = Object.keys(shape).length === 1 && typeof shape.type === "string";
    return isPlain ? this.useGuard(shape, "") : guardName;
  }

  #printOnce(name: string, conditions: readonly Code[]): Code {
    const all = conditions.reduce((left, right) => code`${left} && ${right}`);
    return code`${this.#use("memoizeGuard")}(${identifier(name)}, value, () => ${all})`;
  }

  #use(name: string): Code {
    if (isRuntimeGuard(name)) this.#usedRuntimeNames.add(name);
    return identifier(name);
  }

  #usePattern(text: string, isLoose: boolean): Code {
    const value = regExp(text, !isLoose);
    const known = this.patterns.find((one) => one.value === value);
    if (known) return known.name;
    const name = identifier(this.#takeName(`pattern${this.patterns.length + 1}`));
    this.patterns.push({ name, value });
    return name;
  }
}
