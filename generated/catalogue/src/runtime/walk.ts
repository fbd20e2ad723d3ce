/* Copied by `stratus openapi` from src/rest/runtime/walk.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Issue } from "./error.js";
import { isExactDate, isExactNumber, isExactText, isObject, isSame, own } from "./guard.js";
import { findBrokenLimits, listTypes } from "./limits.js";
import { textOf, type Place } from "./place.js";
import type { Shape, Shapes } from "./shape.js";

/** Of what a list or a map holds, so many differences are kept. */
const maxIssues = 1000;

/**
 * The places where a value differs from its shape, in the order of the shape.
 * Agrees with the generated guards: no issue where the guard passes, one at
 * least where it does not. Runs only after a guard has failed, on values that a
 * server may make as long and as wrong as it likes.
 */
export function findIssues(value: unknown, shape: Shape, shapes: Shapes): readonly Issue[] {
  return new Walk(shapes).issues(value, shape, undefined);
}

const none: readonly Issue[] = [];

/** Makes the issue of the value that is looked at. */
type Wrong = (expected: string, kind?: Issue["kind"]) => Issue[];

/** The issues of a value at a place. */
interface Found {
  readonly place: Place | undefined;
  readonly issues: readonly Issue[];
}

class Walk {
  readonly #shapes: Shapes;
  /**
   * The issues so far: alternatives that hold each other come to one place by many ways, twice as many with each level.
   */
  readonly #known = new Map<Shape, Map<object, Found>>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  issues(value: unknown, shape: Shape, place: Place | undefined): readonly Issue[] {
    if (typeof value !== "object" || value === null) return this.#look(value, shape, place);
    const known = this.#known.get(shape) ?? new Map<object, Found>();
    if (known.size === 0) this.#known.set(shape, known);
    const found = known.get(value);
    // A program may have one object in two places.
    if (found && (found.place === place || textOf(found.place) === textOf(place))) return found.issues;
    const all = this.#look(value, shape, place);
    // An issue that two parts of a shape share is one.
    const issues = all.length > 1 ? [...new Set(all)] : all;
    known.set(value, { place, issues });
    return issues;
  }

  #look(value: unknown, shape: Shape, place: Place | undefined): readonly Issue[] {
    const { type, ref, allOf, anyOf, oneOf } = shape;
    const wrong: Wrong = (expected, kind = "different") => [
      { path: textOf(place), expected, actual: nameKind(value), kind },
    ];
    if (type !== undefined && !isOfTypes(value, type)) {
      const types = listTypes(shape);
      return wrong(
        types.join(" or "),
        types.includes("safe integer") && isUnsafe(value) ? "rounded" : undefined,
      );
    }
    if (shape.enum && !shape.enum.some((one) => isSame(one, value))) {
      return wrong(`one of ${JSON.stringify(shape.enum)}`);
    }
    const parts: (readonly Issue[])[] = [];
    if (ref !== undefined) parts.push(this.issues(value, this.#shapes[ref] ?? {}, place));
    for (const broken of findBrokenLimits(value, shape)) parts.push(wrong(broken));
    if (Array.isArray(value)) parts.push(this.#itemIssues(value, shape, place));
    else if (isObject(value)) parts.push(this.#propertyIssues(value, shape, place));
    for (const part of allOf ?? []) parts.push(this.issues(value, part, place));
    if (anyOf) parts.push(this.#choiceIssues(value, anyOf, Infinity, place, wrong));
    if (oneOf) parts.push(this.#choiceIssues(value, oneOf, 1, place, wrong));
    const [first = none, ...others] = parts.filter((issues) => issues.length > 0);
    return others.length === 0 ? first : [...first, ...others.flat()];
  }

  #itemIssues(value: readonly unknown[], { items }: Shape, place: Place | undefined): readonly Issue[] {
    if (!items) return none;
    const kept = new Kept();
    for (let index = 0; index < value.length; index++) {
      const item = value[index];
      if (kept.asksFor(item)) kept.add(this.issues(item, items, { above: place, step: index }));
    }
    return kept.issues;
  }

  #propertyIssues(value: Record<string, unknown>, shape: Shape, place: Place | undefined): readonly Issue[] {
    const { properties = {}, required = [], additionalProperties: rest } = shape;
    const kept = new Kept();
    const missing = (step: string, expected: Shape): void => {
      const path = textOf({ above: place, step });
      const words = wordsFor(expected, this.#shapes);
      kept.add([{ path, expected: words, actual: "nothing", kind: "different" }]);
    };
    for (const step of Object.keys(properties)) {
      const [part, expected] = [own(value, step), own(properties, step) as Shape];
      if (part !== undefined) kept.add(this.issues(part, expected, { above: place, step }));
      else if (required.includes(step)) missing(step, expected);
    }
    for (const step of required) {
      if (!Object.hasOwn(properties, step) && own(value, step) === undefined) missing(step, {});
    }
    if (rest === undefined) return kept.issues;
    for (const [step, part] of Object.entries(value)) {
      if (Object.hasOwn(properties, step) || !kept.asksFor(part)) continue;
      const at = { above: place, step };
      if (rest) kept.add(this.issues(part, rest, at));
      else kept.add([{ path: textOf(at), expected: "nothing", actual: nameKind(part), kind: "different" }]);
    }
    return kept.issues;
  }

  /** Of alternatives, the nearest one that fits at its top is told of: it is likely the one that was meant. */
  #choiceIssues(
    value: unknown,
    parts: readonly Shape[],
    most: number,
    place: Place | undefined,
    wrong: Wrong,
  ): readonly Issue[] {
    const found = parts.map((part) => this.issues(value, part, place));
    const fitting = found.filter((issues) => issues.length === 0).length;
    if (fitting > most) return wrong(`one of ${parts.length} alternatives, not ${fitting} of them`);
    if (fitting > 0) return none;
    const path = textOf(place);
    const nearest = found
      .filter((issues) => issues.every((issue) => issue.path !== path))
      .toSorted((a, b) => a.length - b.length)[0];
    if (nearest) return nearest;
    const words = [...new Set(parts.map((part) => wordsFor(part, this.#shapes)))].join(" or ");
    // A rounded number inside of a value belongs to one alternative, and another one may be meant.
    return wrong(
      words,
      isUnsafe(value) && found.some((issues) => issues.some(isRounded)) ? "rounded" : undefined,
    );
  }
}

/**
 * Issues below one place, up to a bound: a server may send more than anybody reads. Beyond it a number that was rounded
 * is still one of them, since nothing may go on with it.
 */
class Kept {
  issues: readonly Issue[] = none;
  #own: Issue[] | undefined;
  #isOver = false;

  /** Whether the issues of a value would still be kept. */
  asksFor(value: unknown): boolean {
    return this.issues.length < maxIssues || (!this.#isOver && holdsUnsafe(value));
  }

  add(found: readonly Issue[]): void {
    const isFull = this.issues.length >= maxIssues;
    const issues = isFull ? found.filter(isRounded).slice(0, 1) : found;
    if (issues.length === 0) return;
    this.#isOver = isFull;
    if (this.issues.length === 0) this.issues = issues;
    else {
      this.#own ??= [...this.issues];
      this.#own.push(...issues);
      this.issues = this.#own;
    }
  }
}

/** A number that is not the one that the server sent: nothing that a program may go on with. */
export function isRounded({ kind }: Issue): boolean {
  return kind === "rounded";
}

/** Some whole number in a value may not be the one that the server sent. */
function holdsUnsafe(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(holdsUnsafe);
  return isUnsafe(value);
}

/** A whole number that may stand for others: JSON.parse rounds what is longer. */
function isUnsafe(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** A value's kind, as a description would call it. */
export function nameKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Forms of values that JSON has no word for, as packages may have them. */
const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  "safe integer": isExactNumber,
  digits: isExactText,
  date: isExactDate,
};

function isOfTypes(value: unknown, types: string | readonly string[]): boolean {
  return typeof types === "string" ? isOfType(value, types) : types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: string): boolean {
  const isForm = forms[type];
  if (isForm) return isForm(value);
  return nameKind(value) === type || (type === "number" && typeof value === "number");
}

/** What a shape asks for, in words: its types, or those of the shape it names. */
function wordsFor(shape: Shape, shapes: Shapes): string {
  const types = listTypes(shape);
  if (types.length > 0) return types.join(" or ");
  const named = shape.ref === undefined ? undefined : shapes[shape.ref];
  return named ? listTypes(named).join(" or ") || (shape.ref ?? "") : "a value";
}
