import type { Issue } from "./error.js";
import { isExactDate, isExactNumber, isExactText, isObject, isJsonEqual, ownProperty } from "./guard.js";
import { findViolations, listTypes, makePattern } from "./constraints.js";
import { enterLevel } from "./stack-overflow.js";
import { formatPath, type ValuePath } from "./value-path.js";
import type { Shape, Shapes } from "./shape.js";

/** The number of differences that are kept below one list or map. */
const maxIssuesPerValue = 1000;

/**
 * The maximum number of comparisons with alternatives for one value. Nested alternatives multiply them, so without it a
 * response could keep a program busy for minutes.
 */
const maxComparisons = 100_000;

/**
 * Returns the places where a value differs from its shape, in the order of the
 * shape. Agrees with the generated guards: it finds no issue if the guard passes,
 * and at least one if it does not. Runs only after a guard has failed. The value
 * comes from a server, so its size and its differences have no bound.
 */
export function findIssues(value: unknown, shape: Shape, shapes: Shapes): readonly Issue[] {
  return new IssueFinder(shapes).issues(value, shape, undefined);
}

const none: readonly Issue[] = [];

/** Makes the issue of the value that is being compared. */
type MakeIssue = (expected: string, kind?: Issue["kind"]) => Issue[];

/** The issues of a value at a path. */
interface KnownIssues {
  readonly path: ValuePath | undefined;
  readonly issues: readonly Issue[];
}

class IssueFinder {
  readonly #shapes: Shapes;
  /**
   * The issues of values that were already compared. Nested alternatives reach one path in many ways, whose number
   * doubles with each level.
   */
  readonly #known = new Map<Shape, Map<object, KnownIssues>>();

  #remaining = maxComparisons;
  /** How many alternatives contain the value that is being compared. */
  #choices = 0;
  #isReported = false;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  issues(value: unknown, shape: Shape, path: ValuePath | undefined): readonly Issue[] {
    if (typeof value !== "object" || value === null) return this.#compare(value, shape, path);
    const known = this.#known.get(shape) ?? new Map<object, KnownIssues>();
    if (known.size === 0) this.#known.set(shape, known);
    const found = known.get(value);
    // A value may contain one object at two paths.
    if (found && (found.path === path || formatPath(found.path) === formatPath(path))) return found.issues;
    const all = enterLevel(() => this.#compare(value, shape, path));
    // Two parts of a shape may report the same issue.
    const issues = all.length > 1 ? [...new Set(all)] : all;
    known.set(value, { path, issues });
    return issues;
  }

  #compare(value: unknown, shape: Shape, path: ValuePath | undefined): readonly Issue[] {
    if (this.#choices > 0 && this.#remaining-- <= 0) throw new Exhausted();
    const { type, ref, allOf, anyOf, oneOf } = shape;
    const makeIssue: MakeIssue = (expected, kind = "different") => [
      { path: formatPath(path), expected, actual: describeKind(value), kind },
    ];
    if (type !== undefined && !matchesTypes(value, type)) {
      const types = listTypes(shape);
      return makeIssue(
        types.join(" or "),
        types.includes("safe integer") && isUnsafe(value) ? "rounded" : undefined,
      );
    }
    if (shape.notEnum?.some((one) => isJsonEqual(one, value))) {
      return makeIssue(`none of ${JSON.stringify(shape.notEnum)}`);
    }
    if (shape.enum && !shape.enum.some((one) => isJsonEqual(one, value))) {
      return makeIssue(`one of ${JSON.stringify(shape.enum)}`);
    }
    const parts: (readonly Issue[])[] = [];
    if (ref !== undefined) parts.push(this.issues(value, this.#shapes[ref] ?? {}, path));
    for (const broken of findViolations(value, shape)) parts.push(makeIssue(broken));
    if (Array.isArray(value)) parts.push(this.#itemIssues(value, shape, path));
    else if (isObject(value)) parts.push(this.#propertyIssues(value, shape, path));
    for (const part of allOf ?? []) parts.push(this.issues(value, part, path));
    if (anyOf) parts.push(this.#choiceIssues(value, anyOf, Infinity, path, makeIssue));
    if (oneOf) parts.push(this.#choiceIssues(value, oneOf, 1, path, makeIssue));
    const [first = none, ...others] = parts.filter((issues) => issues.length > 0);
    return others.length === 0 ? first : [...first, ...others.flat()];
  }

  #itemIssues(
    value: readonly unknown[],
    { items, prefixItems = [] }: Shape,
    path: ValuePath | undefined,
  ): readonly Issue[] {
    const list = new IssueList();
    const end = items === undefined ? Math.min(prefixItems.length, value.length) : value.length;
    for (let index = 0; index < end; index++) {
      const item = value[index];
      const expected = prefixItems[index] ?? items;
      const at = { parent: path, key: index };
      if (list.wants(item)) list.add(expected ? this.issues(item, expected, at) : makeUnexpected(item, at));
    }
    return list.issues;
  }

  #propertyIssues(
    value: Record<string, unknown>,
    shape: Shape,
    path: ValuePath | undefined,
  ): readonly Issue[] {
    const { properties = {}, required = [], additionalProperties: rest } = shape;
    const list = new IssueList();
    const addMissing = (key: string, shape: Shape): void => {
      const expected = describeTypes(shape, this.#shapes);
      const missing = formatPath({ parent: path, key });
      list.add([{ path: missing, expected, actual: "nothing", kind: "missing" }]);
    };
    for (const key of Object.keys(properties)) {
      const [part, expected] = [ownProperty(value, key), ownProperty(properties, key) as Shape];
      if (part !== undefined) list.add(this.issues(part, expected, { parent: path, key }));
      else if (required.includes(key)) addMissing(key, expected);
    }
    for (const key of required) {
      if (!Object.hasOwn(properties, key) && ownProperty(value, key) === undefined) addMissing(key, {});
    }
    const patterns = Object.entries(shape.patternProperties ?? {});
    if (rest === undefined && patterns.length === 0) return list.issues;
    for (const [key, part] of Object.entries(value)) {
      if (!list.wants(part)) continue;
      const at = { parent: path, key };
      const matching = patterns.filter(([pattern]) => makePattern(pattern).test(key));
      for (const [, expected] of matching) list.add(this.issues(part, expected, at));
      if (rest === undefined || matching.length > 0 || Object.hasOwn(properties, key)) continue;
      list.add(rest ? this.issues(part, rest, at) : makeUnexpected(part, at));
    }
    return list.issues;
  }

  /** Compares a value with alternatives. Returns undefined if that needs more comparisons than are left. */
  #compareChoices(
    value: unknown,
    parts: readonly Shape[],
    path: ValuePath | undefined,
  ): readonly (readonly Issue[])[] | undefined {
    this.#choices++;
    try {
      return parts.map((part) => this.issues(value, part, path));
    } catch (error) {
      if (!(error instanceof Exhausted) || this.#choices > 1) throw error;
      return undefined;
    } finally {
      this.#choices--;
    }
  }

  /** Makes the issue of a value that was not compared. Returns none after the first. */
  #makeTooDifferent(value: unknown, path: ValuePath | undefined): readonly Issue[] {
    if (this.#isReported) return none;
    this.#isReported = true;
    // A rounded number may be in the part that was not compared.
    const mayBeRounded = JSON.stringify(this.#shapes).includes('"safe integer"') && containsUnsafe(value);
    const kind = mayBeRounded ? "rounded" : "tooDifferent";
    const expected = mayBeRounded ? "safe integer" : "a described value";
    return [{ path: formatPath(path), expected, actual: "a value too different to describe", kind }];
  }

  /**
   * Returns the issues of the alternative with the fewest issues, none of them at its top: it is likely the one that
   * the server meant.
   */
  #choiceIssues(
    value: unknown,
    parts: readonly Shape[],
    maxMatches: number,
    path: ValuePath | undefined,
    makeIssue: MakeIssue,
  ): readonly Issue[] {
    const found = this.#compareChoices(value, parts, path);
    if (!found) return this.#makeTooDifferent(value, path);
    const matches = found.filter((issues) => issues.length === 0).length;
    if (matches > maxMatches) return makeIssue(`one of ${parts.length} alternatives, not ${matches} of them`);
    if (matches > 0) return none;
    const top = formatPath(path);
    const nearest = found
      .filter((issues) => issues.every((issue) => issue.path !== top))
      .toSorted((a, b) => a.length - b.length)[0];
    if (nearest) return nearest;
    const words = [...new Set(parts.map((part) => describeTypes(part, this.#shapes)))].join(" or ");
    // A rounded number inside of a value belongs to one alternative; the server may mean another one.
    return makeIssue(
      words,
      isUnsafe(value) && found.some((issues) => issues.some(isRounded)) ? "rounded" : undefined,
    );
  }
}

/** Ends the comparison of alternatives. */
class Exhausted extends Error {}

/**
 * Issues below one path, up to `maxIssuesPerValue`. Beyond that it keeps only the first rounded number, because a
 * rounded number makes the response unusable.
 */
class IssueList {
  issues: readonly Issue[] = none;
  #own: Issue[] | undefined;
  #isOver = false;

  /** Reports whether the issues of a value would still be added. */
  wants(value: unknown): boolean {
    return this.issues.length < maxIssuesPerValue || (!this.#isOver && containsUnsafe(value));
  }

  add(found: readonly Issue[]): void {
    const isFull = this.issues.length >= maxIssuesPerValue;
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

function makeUnexpected(value: unknown, at: ValuePath): readonly Issue[] {
  return [{ path: formatPath(at), expected: "nothing", actual: describeKind(value), kind: "unexpected" }];
}

/** Reports whether an issue is a number that differs from the one that the server sent. */
export function isRounded({ kind }: Issue): boolean {
  return kind === "rounded";
}

/** Reports whether a value contains an integer that may have been rounded. */
function containsUnsafe(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(containsUnsafe);
  return isUnsafe(value);
}

/** Reports whether a value is an integer that `JSON.parse` may have rounded. */
function isUnsafe(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Returns the kind of a value by the names of JSON Schema. */
export function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** The checks of representations that JSON Schema has no type for. */
const representations: Readonly<Record<string, (value: unknown) => boolean>> = {
  "safe integer": isExactNumber,
  digits: isExactText,
  date: isExactDate,
};

function matchesTypes(value: unknown, types: string | readonly string[]): boolean {
  return typeof types === "string"
    ? matchesType(value, types)
    : types.some((type) => matchesType(value, type));
}

function matchesType(value: unknown, type: string): boolean {
  const isRepresentation = representations[type];
  if (isRepresentation) return isRepresentation(value);
  return describeKind(value) === type || (type === "number" && typeof value === "number");
}

/** Describes the types of a shape, or of the shape that it refers to. */
function describeTypes(shape: Shape, shapes: Shapes): string {
  const types = listTypes(shape);
  if (types.length > 0) return types.join(" or ");
  const named = shape.ref === undefined ? undefined : shapes[shape.ref];
  return named ? listTypes(named).join(" or ") || (shape.ref ?? "") : "a value";
}
