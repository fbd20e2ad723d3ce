import type { Issue } from "./error.js";
import { isObject, isJsonEqual, ownProperty } from "./guard.js";
import { containsUnsafe, IssueList, isRounded, isUnsafe, none } from "./issue-list.js";
import { findViolations, listTypes, makePattern } from "./constraints.js";
import { enterLevel } from "./stack-overflow.js";
import { formatPath, type ValuePath } from "./value-path.js";
import { describeKind, matchesTypes } from "./value-kind.js";
import type { Shape, Shapes } from "./shape.js";

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

/** Makes the issue of the value that is being compared. */
type MakeIssue = (expected: string, kind?: Issue["kind"]) => Issue[];

/** The issues of a value at a path. */
interface KnownIssues {
  readonly path: ValuePath | undefined;
  readonly issues: readonly Issue[];
}

class IssueFinder {
  readonly #shapes: Shapes;
  // @if combinations
  /**
   * The issues of values that were already compared. Nested alternatives reach one path in many ways, whose number
   * doubles with each level.
   */
  readonly #known = new Map<Shape, Map<object, KnownIssues>>();
  // @if alternatives
  #remaining = maxComparisons;
  // @if alternatives
  /** How many alternatives contain the value that is being compared. */
  #choices = 0;
  // @if alternatives
  #isReported = false;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  issues(value: unknown, shape: Shape, path: ValuePath | undefined): readonly Issue[] {
    if (typeof value !== "object" || value === null) return this.#compare(value, shape, path);
    // @if combinations
    const known = this.#recall(value, shape, path);
    // @if combinations
    if (known) return known;
    let issues = enterLevel(() => this.#compare(value, shape, path));
    // @if combinations
    issues = this.#remember(value, shape, path, issues);
    return issues;
  }

  // @if combinations
  /** Returns the issues of a value that was already compared. A value may contain one object at two paths. */
  #recall(value: object, shape: Shape, path: ValuePath | undefined): readonly Issue[] | undefined {
    const found = this.#known.get(shape)?.get(value);
    const isSame = found?.path === path || formatPath(found?.path) === formatPath(path);
    return isSame ? found?.issues : undefined;
  }

  // @if combinations
  /** Keeps the issues of a value, and returns them once each: two parts of a shape may report the same issue. */
  #remember(
    value: object,
    shape: Shape,
    path: ValuePath | undefined,
    all: readonly Issue[],
  ): readonly Issue[] {
    const known = this.#known.get(shape) ?? new Map<object, KnownIssues>();
    const issues = all.length > 1 ? [...new Set(all)] : all;
    this.#known.set(shape, known.set(value, { path, issues }));
    return issues;
  }

  #compare(value: unknown, shape: Shape, path: ValuePath | undefined): readonly Issue[] {
    // @if alternatives
    if (this.#choices > 0 && this.#remaining-- <= 0) throw new Exhausted();
    const { type, ref } = shape;
    const makeIssue: MakeIssue = (expected, kind = "different") => [
      { path: formatPath(path), expected, actual: describeKind(value), kind },
    ];
    if (type !== undefined && !matchesTypes(value, type)) {
      const types = listTypes(shape);
      // @if numbers
      if (types.includes("safe integer") && isUnsafe(value)) return makeIssue(types.join(" or "), "rounded");
      return makeIssue(types.join(" or "));
    }
    // @if values
    if (shape.notEnum?.some((one) => isJsonEqual(one, value))) {
      return makeIssue(`none of ${JSON.stringify(shape.notEnum)}`);
    }
    // @if values
    if (shape.enum && !shape.enum.some((one) => isJsonEqual(one, value))) {
      return makeIssue(`one of ${JSON.stringify(shape.enum)}`);
    }
    const parts: (readonly Issue[])[] = [];
    if (ref !== undefined) parts.push(this.issues(value, this.#shapes[ref] ?? {}, path));
    // @if limits
    for (const broken of findViolations(value, shape)) parts.push(makeIssue(broken));
    // @if lists
    if (Array.isArray(value)) parts.push(this.#itemIssues(value, shape, path));
    if (isObject(value)) parts.push(this.#propertyIssues(value, shape, path));
    // @if combinations
    for (const part of shape.allOf ?? []) parts.push(this.issues(value, part, path));
    // @if alternatives
    if (shape.anyOf) parts.push(this.#choiceIssues(value, shape.anyOf, Infinity, path, makeIssue));
    // @if alternatives
    if (shape.oneOf) parts.push(this.#choiceIssues(value, shape.oneOf, 1, path, makeIssue));
    const [first = none, ...others] = parts.filter((issues) => issues.length > 0);
    return others.length === 0 ? first : [...first, ...others.flat()];
  }

  // @if lists
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
    const { properties = {}, required = [] } = shape;
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
    // @if maps
    this.#addOthers(value, shape, path, list);
    return list.issues;
  }

  // @if maps
  /** Adds the issues of the properties that a shape describes by a pattern, and of those that it does not name. */
  #addOthers(
    value: Record<string, unknown>,
    { properties = {}, patternProperties = {}, additionalProperties: rest }: Shape,
    path: ValuePath | undefined,
    list: IssueList,
  ): void {
    const patterns = Object.entries(patternProperties);
    if (rest === undefined && patterns.length === 0) return;
    for (const [key, part] of Object.entries(value)) {
      if (!list.wants(part)) continue;
      const at = { parent: path, key };
      const matching = patterns.filter(([pattern]) => makePattern(pattern).test(key));
      for (const [, expected] of matching) list.add(this.issues(part, expected, at));
      if (rest === undefined || matching.length > 0 || Object.hasOwn(properties, key)) continue;
      list.add(rest ? this.issues(part, rest, at) : makeUnexpected(part, at));
    }
  }

  // @if alternatives
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

  // @if alternatives
  /** Makes the issue of a value that was not compared. Returns none after the first. */
  #makeTooDifferent(value: unknown, path: ValuePath | undefined): readonly Issue[] {
    if (this.#isReported) return none;
    this.#isReported = true;
    const issue = { path: formatPath(path), actual: "a value too different to describe" };
    // A rounded number may be in the part that was not compared.
    if (JSON.stringify(this.#shapes).includes('"safe integer"') && containsUnsafe(value))
      return [{ ...issue, expected: "safe integer", kind: "rounded" }];
    return [{ ...issue, expected: "a described value", kind: "tooDifferent" }];
  }

  // @if alternatives
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
    // @if numbers
    if (isUnsafe(value) && found.some((issues) => issues.some(isRounded))) return makeIssue(words, "rounded");
    return makeIssue(words);
  }
}

/** Ends the comparison of alternatives. */
class Exhausted extends Error {}

function makeUnexpected(value: unknown, at: ValuePath): readonly Issue[] {
  return [{ path: formatPath(at), expected: "nothing", actual: describeKind(value), kind: "unexpected" }];
}

/** Describes the types of a shape, or of the shape that it refers to. */
function describeTypes(shape: Shape, shapes: Shapes): string {
  const types = listTypes(shape);
  if (types.length > 0) return types.join(" or ");
  const named = shape.ref === undefined ? undefined : shapes[shape.ref];
  return named ? listTypes(named).join(" or ") || (shape.ref ?? "") : "a value";
}
