import type { Issue } from "./error.js";
import { isObject, isSame, isUnique, lengthOf, own } from "./guard.js";
import type { Shape } from "./shape.js";

type ShapeSource = Shape | (() => Shape);

const resolve = (source: ShapeSource): Shape => (typeof source === "function" ? source() : source);

/**
 * Every place where a value differs from its shape, in the order of the shape.
 * Agrees with the generated guards: no issue where the guard passes, one at
 * least where it does not. Runs only after a guard has failed.
 */
export function issuesOf(value: unknown, source: ShapeSource, path = ""): Issue[] {
  const shape = resolve(source);
  const wrong = (expected: string): Issue[] => [{ path, expected, actual: kindOf(value) }];
  if (shape.type !== undefined && !typesOf(shape).some((type) => isOfType(value, type))) {
    return wrong(typesOf(shape).join(" or "));
  }
  if (shape.enum && !shape.enum.some((one) => isSame(one, value))) {
    return wrong(`one of ${JSON.stringify(shape.enum)}`);
  }
  return [
    ...limitIssues(value, shape, wrong),
    ...insideIssues(value, shape, path),
    ...choiceIssues(value, shape, path, wrong),
  ];
}

/** A value's kind, as the description would call it. */
export function kindOf(value: unknown): string {
  return value === undefined
    ? "nothing"
    : value === null
      ? "null"
      : Array.isArray(value)
        ? "array"
        : Number.isInteger(value)
          ? "integer"
          : typeof value;
}

const typesOf = ({ type = [] }: Shape): readonly string[] => (typeof type === "string" ? [type] : type);

const isOfType = (value: unknown, type: string): boolean =>
  kindOf(value) === type || (type === "number" && typeof value === "number");

/** Bounds on one value: what it holds is looked at elsewhere. */
function limitIssues(value: unknown, shape: Shape, wrong: (expected: string) => Issue[]): Issue[] {
  const limit = (isBroken: boolean, expected: string): Issue[] => (isBroken ? wrong(expected) : []);
  const size = (least: number | undefined, most: number | undefined, count: number, of: string): Issue[] => [
    ...limit(count < (least ?? 0), `at least ${least} ${of}`),
    ...limit(count > (most ?? Infinity), `at most ${most} ${of}`),
  ];
  if (typeof value === "string") {
    const { pattern } = shape;
    return [
      ...size(shape.minLength, shape.maxLength, lengthOf(value), "characters"),
      ...limit(pattern !== undefined && !new RegExp(pattern, "u").test(value), `text like ${pattern}`),
    ];
  }
  if (typeof value === "number") {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape;
    return [
      ...limit(value < (minimum ?? -Infinity), `at least ${minimum}`),
      ...limit(value > (maximum ?? Infinity), `at most ${maximum}`),
      ...limit(exclusiveMinimum !== undefined && value <= exclusiveMinimum, `more than ${exclusiveMinimum}`),
      ...limit(exclusiveMaximum !== undefined && value >= exclusiveMaximum, `less than ${exclusiveMaximum}`),
      ...limit(
        multipleOf !== undefined && !Number.isInteger(value / multipleOf),
        `a multiple of ${multipleOf}`,
      ),
    ];
  }
  if (Array.isArray(value)) {
    return [
      ...size(shape.minItems, shape.maxItems, value.length, "items"),
      ...limit(shape.uniqueItems === true && !isUnique(value), "items that differ"),
    ];
  }
  return isObject(value)
    ? size(shape.minProperties, shape.maxProperties, Object.keys(value).length, "properties")
    : [];
}

/** Items and properties. */
function insideIssues(value: unknown, shape: Shape, path: string): Issue[] {
  const { items, properties = {}, required = [], additionalProperties } = shape;
  if (Array.isArray(value)) {
    return items ? value.flatMap((item, index) => issuesOf(item, items, `${path}[${index}]`)) : [];
  }
  if (!isObject(value)) return [];
  const below = (name: string): string => {
    const step = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
    return path ? `${path}.${step}` : step;
  };
  const issues: Issue[] = [];
  for (const name of new Set([...Object.keys(properties), ...required])) {
    const part = own(value, name);
    const shapeOfPart = properties[name];
    if (part === undefined) {
      const expected = typesOf(resolve(shapeOfPart ?? {})).join(" or ") || "a value";
      if (required.includes(name)) issues.push({ path: below(name), expected, actual: "nothing" });
    } else if (shapeOfPart) issues.push(...issuesOf(part, shapeOfPart, below(name)));
  }
  if (additionalProperties === undefined) return issues;
  for (const name of Object.keys(value).filter((name) => !Object.hasOwn(properties, name))) {
    issues.push(
      ...(additionalProperties === false
        ? [{ path: below(name), expected: "nothing", actual: kindOf(value[name]) }]
        : issuesOf(value[name], additionalProperties, below(name))),
    );
  }
  return issues;
}

/** Combinations. Of alternatives, the nearest one is told of: it is likely the one that was meant. */
function choiceIssues(
  value: unknown,
  shape: Shape,
  path: string,
  wrong: (expected: string) => Issue[],
): Issue[] {
  const all = (shape.allOf ?? []).flatMap((part) => issuesOf(value, part, path));
  const choose = (parts: readonly ShapeSource[] | undefined, most: number): Issue[] => {
    if (!parts) return [];
    const found = parts.map((part) => issuesOf(value, part, path));
    const fitting = found.filter((issues) => issues.length === 0).length;
    if (fitting > most) return wrong(`one of ${parts.length} alternatives, not ${fitting} of them`);
    if (fitting > 0) return [];
    const types = parts.map((part) => typesOf(resolve(part)).join(" or ")).filter((type) => type !== "");
    const nearest = found
      .filter((issues) => issues.every((issue) => issue.path !== path))
      .sort((a, b) => a.length - b.length)[0];
    return nearest ?? wrong(types.join(" or ") || `one of ${parts.length} alternatives`);
  };
  return [...all, ...choose(shape.anyOf, Infinity), ...choose(shape.oneOf, 1)];
}
