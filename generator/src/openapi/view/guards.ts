import type { Shape } from "../../../rest-runtime/shape.js";
import { identifier, joined, json, literal, member, string, type Code } from "../../code/code.js";
import { clause, type ClauseView } from "./clauses.js";
import { keywordsOf, onlyOf, plainItems, splitAll } from "./shape-parts.js";

/** A guard as it is written. */
export interface GuardView {
  readonly doc: Code;
  readonly name: Code;
  /** What the value is, where it has a type; else the guard is a plain boolean function. */
  readonly type: Code | false;
  /** At least one. */
  readonly clauses: readonly ClauseView[];
}

/** A regular expression that guards use. */
export interface PatternView {
  readonly name: Code;
  readonly source: Code;
}

/** The guard of a shape that has a name. */
export interface NamedGuard {
  readonly guardName: string;
  readonly shape: Shape;
}

/** The runtime's guards that need no more than a type. */
const ofType: Readonly<Record<string, string>> = {
  string: "isString",
  number: "isNumber",
  integer: "isInteger",
  boolean: "isBoolean",
  null: "isNull",
  array: "isList",
  object: "isObject",
};

const value = identifier("value");

/**
 * Writes guards: functions that say whether a value is as its shape describes.
 * What is not a plain type gets a function of its own, so that no guard is
 * longer than one level of a description.
 */
export class GuardWriter {
  readonly guards: GuardView[] = [];
  readonly patterns: PatternView[] = [];
  readonly #named: ReadonlyMap<string, NamedGuard>;
  readonly #take: (name: string) => string;
  readonly #lifted = new Map<string, string>();
  readonly #used = new Set<string>();

  /** `named`: guards of named shapes; `take`: gives a free name. */
  constructor(named: ReadonlyMap<string, NamedGuard>, take: (name: string) => string) {
    this.#named = named;
    this.#take = take;
  }

  /** The guard is one of the runtime's. */
  isRuntime(name: string): boolean {
    return Object.values(ofType).includes(name) || helpers.has(name);
  }

  /** Functions of the runtime that the guards stand on, sorted. */
  get runtimeNames(): readonly string[] {
    return [...this.#used].sort();
  }

  /** Writes the guard of a shape under a name. */
  write(name: string, shape: Shape, doc: Code, type: Code | false): void {
    // The place is kept: what is lifted out of a guard stands below it.
    const index = this.guards.length;
    const clauses = this.#clauses(shape, name);
    const whole =
      clauses.length > 0 ? clauses : [clause({ test: { guard: this.#use("isAny"), subject: value } })];
    this.guards.splice(index, 0, { doc, name: identifier(name), type, clauses: whole });
  }

  /** The name of a guard for a shape: one that exists, or a new one that is called after its place. */
  guardOf(shape: Shape, hint: string): string {
    const keys = Object.keys(shape);
    if (keys.length === 0) return "isAny";
    if (keys.length === 1) {
      if (shape.ref !== undefined) return this.#guardOfName(shape.ref);
      const plain = typeof shape.type === "string" ? ofType[shape.type] : undefined;
      if (plain !== undefined) return plain;
    }
    const key = JSON.stringify(shape);
    const known = this.#lifted.get(key);
    if (known !== undefined) return known;
    const name = this.#take(hint);
    this.#lifted.set(key, name);
    this.write(name, shape, literal(""), false);
    return name;
  }

  /** A name for what is no more than a plain type needs no function of its own. */
  #guardOfName(name: string): string {
    const { guardName = "isAny", shape = {} } = this.#named.get(name) ?? {};
    const isPlain = Object.keys(shape).length === 1 && typeof shape.type === "string";
    return isPlain ? this.guardOf(shape, "") : guardName;
  }

  #use(name: string): Code {
    if (this.isRuntime(name)) this.#used.add(name);
    return identifier(name);
  }

  #guard(shape: Shape, hint: string): Code {
    return this.#use(this.guardOf(shape, hint));
  }

  /** Clauses on the value's own type come first: they read it, the others only pass it on. */
  #clauses(shape: Shape, name: string): ClauseView[] {
    const { type } = shape;
    const own =
      typeof type === "string"
        ? this.#typed(type, shape, name)
        : type
          ? [this.#anyType(type, shape, name)]
          : this.#untyped(shape, name);
    const alternatives = (parts: readonly Shape[], hint: string): { readonly guard: Code }[] =>
      parts.map((part, index) => ({ guard: this.#guard(part, `${name}${hint}${index + 1}`) }));
    if (shape.enum) this.#use("isOneOf");
    const { inline, others } = splitAll(shape);
    return [
      ...own,
      ...inline.flatMap((part) => this.#clauses(part, name)),
      ...(shape.enum ? [clause({ values: json(shape.enum) })] : []),
      ...(shape.ref === undefined ? [] : [call(this.#guard({ ref: shape.ref }, name))]),
      ...others.map((part, index) => call(this.#guard(part, `${name}Part${index + 1}`))),
      ...(shape.anyOf ? [clause({ any: alternatives(shape.anyOf, "Option") })] : []),
      ...(shape.oneOf ? [clause({ one: alternatives(shape.oneOf, "Option") })] : []),
    ];
  }

  #anyType(types: readonly string[], shape: Shape, name: string): ClauseView {
    const any = types.map((type) => ({ guard: this.#guard(onlyOf(type, shape), `${name}${capital(type)}`) }));
    return clause({ any });
  }

  #untyped(shape: Shape, name: string): ClauseView[] {
    return Object.keys(keywordsOf)
      .map((type) => ({ type, part: onlyOf(type, shape) }))
      .filter(({ part }) => Object.keys(part).length > 1)
      .map(({ type, part }) =>
        clause({
          unless: {
            kind: this.#use(ofType[type] ?? ""),
            guard: this.#guard(part, `${name}${capital(type)}`),
          },
        }),
      );
  }

  #typed(type: string, shape: Shape, name: string): ClauseView[] {
    const isList = type === "array" && shape.items !== undefined;
    const first = isList
      ? clause({ list: { guard: this.#guard(shape.items ?? {}, `${name}Item`), subject: value } })
      : clause({ test: { guard: this.#use(ofType[type] ?? ""), subject: value } });
    if (isList) this.#use("isListOf");
    if (type === "string") return [first, ...this.#text(shape, name)];
    if (type === "number" || type === "integer") return [first, ...this.#number(shape)];
    if (type === "array") return [first, ...this.#list(shape)];
    return type === "object" ? [first, ...this.#object(shape, name)] : [first];
  }

  #text({ minLength, maxLength, pattern }: Shape, name: string): ClauseView[] {
    const length = joined([literal("lengthOf("), value, literal(")")], "");
    if (minLength !== undefined || maxLength !== undefined) this.#use("lengthOf");
    return [
      ...between(length, minLength, maxLength),
      ...(pattern === undefined ? [] : [clause({ pattern: this.#pattern(pattern, name) })]),
    ];
  }

  #pattern(text: string, name: string): Code {
    const source = string(text);
    const known = this.patterns.find((pattern) => pattern.source === source);
    if (known) return known.name;
    const pattern = {
      name: identifier(
        this.#take(`${name.replace(/^is/, "").replace(/^./, (first) => first.toLowerCase())}Pattern`),
      ),
      source,
    };
    this.patterns.push(pattern);
    return pattern.name;
  }

  #number({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Shape): ClauseView[] {
    const bound = (operator: Code, right: number | undefined): ClauseView[] =>
      right === undefined ? [] : [clause({ compare: { left: value, operator, right: json(right) } })];
    if (multipleOf !== undefined) this.#use("isInteger");
    const quotient = joined([value, literal(" / "), json(multipleOf ?? 1)], "");
    return [
      ...between(value, minimum, maximum),
      ...bound(literal(">"), exclusiveMinimum),
      ...bound(literal("<"), exclusiveMaximum),
      ...(multipleOf === undefined
        ? []
        : [clause({ test: { guard: identifier("isInteger"), subject: quotient } })]),
    ];
  }

  #list({ minItems, maxItems, uniqueItems }: Shape): ClauseView[] {
    const unique = uniqueItems ? [clause({ test: { guard: this.#use("isUnique"), subject: value } })] : [];
    return [...between(literal("value.length"), minItems, maxItems), ...unique];
  }

  #object(shape: Shape, name: string): ClauseView[] {
    const {
      properties = {},
      required = [],
      additionalProperties: rest,
      minProperties,
      maxProperties,
    } = shape;
    const clauses = between(literal("Object.keys(value).length"), minProperties, maxProperties);
    for (const property of new Set([...Object.keys(properties), ...required])) {
      const part = (Object.hasOwn(properties, property) ? properties[property] : undefined) ?? {};
      const isRequired = required.includes(property);
      const items = plainItems(part);
      const guard = items
        ? this.guardOf(items, `${name}${capital(property)}Item`)
        : this.guardOf(part, `${name}${capital(property)}`);
      const both = { guard: identifier(guard), subject: this.#property(property) };
      if (guard === "isAny" && !isRequired && !items) continue;
      this.#use(guard);
      if (items) this.#use("isListOf");
      clauses.push(
        clause(
          items
            ? isRequired
              ? { list: both }
              : { optionalList: both }
            : isRequired
              ? { test: both }
              : { optional: both },
        ),
      );
    }
    if (rest === undefined) return clauses;
    this.#use("others");
    const guard = rest && this.#guard(rest, `${name}Other`);
    if (guard) this.#use("isListOf");
    return [...clauses, clause({ others: { names: json(Object.keys(properties)), guard } })];
  }

  /** `value.name`; a name that every object inherits is looked for in the object alone. */
  #property(name: string): Code {
    if (!(name in Object.prototype)) return joined([value, member(name)], "");
    this.#use("own");
    return joined([literal("own(value, "), string(name), literal(")")], "");
  }
}

const helpers: ReadonlySet<string> = new Set([
  "isAny",
  "isListOf",
  "isOneOf",
  "isUnique",
  "lengthOf",
  "others",
  "own",
]);

const call = (guard: Code): ClauseView => clause({ test: { guard, subject: value } });

function between(left: Code, least: number | undefined, most: number | undefined): ClauseView[] {
  return [
    ...(least === undefined
      ? []
      : [clause({ compare: { left, operator: literal(">="), right: json(least) } })]),
    ...(most === undefined
      ? []
      : [clause({ compare: { left, operator: literal("<="), right: json(most) } })]),
  ];
}

/** A part of a function's name, whatever characters a property has. */
function capital(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? ["Value"];
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}
