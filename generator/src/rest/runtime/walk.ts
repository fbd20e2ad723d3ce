import type { Issue } from "./error.js";
import {
  isExactDate,
  isExactNumber,
  isExactText,
  isObject,
  isSame,
  isUnique,
  lengthOf,
  own,
} from "./guard.js";
import type { Shape, Shapes } from "./shape.js";

/**
 * Every place where a value differs from its shape, in the order of the shape.
 * Agrees with the generated guards: no issue where the guard passes, one at
 * least where it does not. Runs only after a guard has failed. `known` keeps
 * what was found: alternatives that hold each other come to one place by many
 * ways, twice as many with each level.
 */
export function findIssues(
  value: unknown,
  shape: Shape,
  shapes: Shapes,
  path = "",
  known: Known = new Map(),
): Issue[] {
  if (typeof value !== "object") return walkThrough(value, shape, shapes, path, known);
  const places = known.get(shape) ?? new Map<string, Issue[]>();
  known.set(shape, places);
  // An issue that two parts of a shape share is one.
  const issues = places.get(path) ?? [...new Set(walkThrough(value, shape, shapes, path, known))];
  places.set(path, issues);
  return issues;
}

/** The issues of a shape at a path. */
type Known = Map<Shape, Map<string, Issue[]>>;

function walkThrough(value: unknown, shape: Shape, shapes: Shapes, path: string, known: Known): Issue[] {
  const wrong = (expected: string): Issue[] => [{ path, expected, actual: nameKind(value) }];
  const types = listTypes(shape);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return wrong(types.join(" or "));
  if (shape.enum && !shape.enum.some((one) => isSame(one, value))) {
    return wrong(`one of ${JSON.stringify(shape.enum)}`);
  }
  const walk = (part: Shape, at = path, inside: unknown = value): Issue[] =>
    findIssues(inside, part, shapes, at, known);
  const named = shape.ref === undefined ? [] : walk(shapes[shape.ref] ?? {});
  return [
    ...named,
    ...findBrokenLimits(value, shape).flatMap(wrong),
    ...(Array.isArray(value) ? itemIssues(value, shape, path, walk) : []),
    ...(isObject(value) ? propertyIssues(value, shape, shapes, path, walk) : []),
    ...(shape.allOf ?? []).flatMap((part) => walk(part)),
    ...choiceIssues(shape.anyOf, Infinity, shapes, path, walk, wrong),
    ...choiceIssues(shape.oneOf, 1, shapes, path, walk, wrong),
  ];
}

type Walk = (part: Shape, path?: string, inside?: unknown) => Issue[];

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

function isOfType(value: unknown, type: string): boolean {
  const isForm = forms[type];
  if (isForm) return isForm(value);
  return nameKind(value) === type || (type === "number" && typeof value === "number");
}

function listTypes({ type = [] }: Shape): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

/** What a shape asks for, in words: its types, or those of the shape it names. */
function wordsFor(shape: Shape, shapes: Shapes): string {
  const types = listTypes(shape);
  if (types.length > 0) return types.join(" or ");
  const named = shape.ref === undefined ? undefined : shapes[shape.ref];
  return named ? listTypes(named).join(" or ") || (shape.ref ?? "") : "a value";
}

/** The bounds that a value breaks; what it holds is looked at elsewhere. */
function findBrokenLimits(value: unknown, shape: Shape): string[] {
  const broken: string[] = [];
  const limit = (isBroken: boolean, expected: string): void => {
    if (isBroken) broken.push(expected);
  };
  const count = (size: number, least = 0, most = Infinity, of: string): void => {
    limit(size < least, `at least ${least} ${of}`);
    limit(size > most, `at most ${most} ${of}`);
  };
  const isDigits = listTypes(shape).includes("digits") && isExactText(value);
  const number = isDigits ? BigInt(value as string) : value;
  if (typeof number === "number" || typeof number === "bigint") {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = shape;
    limit(number < (minimum ?? -Infinity), `at least ${minimum}`);
    limit(number > (maximum ?? Infinity), `at most ${maximum}`);
    limit(above !== undefined && number <= above, `more than ${above}`);
    limit(below !== undefined && number >= below, `less than ${below}`);
    limit(
      multipleOf !== undefined && !Number.isInteger(Number(number) / multipleOf),
      `a multiple of ${multipleOf}`,
    );
  } else if (typeof value === "string") {
    count(lengthOf(value), shape.minLength, shape.maxLength, "characters");
    const { pattern, isLoosePattern } = shape;
    const flags = isLoosePattern ? "" : "u";
    limit(pattern !== undefined && !new RegExp(pattern, flags).test(value), `text like ${pattern}`);
  } else if (Array.isArray(value)) {
    count(value.length, shape.minItems, shape.maxItems, "items");
    limit(shape.uniqueItems === true && !isUnique(value), "items that differ");
  } else if (isObject(value)) {
    count(Object.keys(value).length, shape.minProperties, shape.maxProperties, "properties");
  }
  return broken;
}

function itemIssues(value: readonly unknown[], { items }: Shape, path: string, walk: Walk): Issue[] {
  return items ? value.flatMap((item, index) => walk(items, `${path}[${index}]`, item)) : [];
}

function propertyIssues(
  value: Record<string, unknown>,
  shape: Shape,
  shapes: Shapes,
  path: string,
  walk: Walk,
): Issue[] {
  const { properties = {}, required = [], additionalProperties: rest } = shape;
  const below = (name: string): string => {
    const step = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
    return path ? `${path}.${step}` : step;
  };
  const issues: Issue[] = [];
  for (const name of new Set([...Object.keys(properties), ...required])) {
    const part = own(value, name);
    const expected = own(properties, name) as Shape | undefined;
    if (part !== undefined) issues.push(...(expected ? walk(expected, below(name), part) : []));
    else if (required.includes(name)) {
      issues.push({ path: below(name), expected: wordsFor(expected ?? {}, shapes), actual: "nothing" });
    }
  }
  for (const [name, part] of rest === undefined ? [] : Object.entries(value)) {
    if (Object.hasOwn(properties, name)) continue;
    if (rest) issues.push(...walk(rest, below(name), part));
    else issues.push({ path: below(name), expected: "nothing", actual: nameKind(part) });
  }
  return issues;
}

/** Of alternatives, the nearest one that fits at its top is told of: it is likely the one that was meant. */
function choiceIssues(
  parts: readonly Shape[] | undefined,
  most: number,
  shapes: Shapes,
  path: string,
  walk: Walk,
  wrong: (expected: string) => Issue[],
): Issue[] {
  if (!parts) return [];
  const found = parts.map((part) => walk(part));
  const fitting = found.filter((issues) => issues.length === 0).length;
  if (fitting > most) return wrong(`one of ${parts.length} alternatives, not ${fitting} of them`);
  if (fitting > 0) return [];
  const nearest = found
    .filter((issues) => issues.every((issue) => issue.path !== path))
    .sort((a, b) => a.length - b.length)[0];
  return nearest ?? wrong([...new Set(parts.map((part) => wordsFor(part, shapes)))].join(" or "));
}
