import type { Shape } from "../runtime/shape.js";
import { arrayOf, code, json, member, string, type Code } from "../../kit/code/code.js";
import { namePart, typeGuards } from "./guard-names.js";
import { isWhole, keywordsByType, narrowTo, plainItems, splitAll } from "./shape-parts.js";

/** Provides the names that conditions use, and records each as needed. */
export interface GuardScope {
  /** The guard of a shape: one that exists, or a new one called after its place. */
  useGuard(shape: Shape, hint: string): Code;
  /** A function of the runtime. */
  runtime(name: string): Code;
  /** The constant of a regular expression. */
  usePattern(text: string, isLoose: boolean): Code;
}

const value = code`value`;

/**
 * Prints the conditions that a guard checks on `value`, as boolean expressions that must all be true. Conditions on the
 * type of the value come first, because they narrow it for the others.
 */
export function printConditions(shape: Shape, name: string, scope: GuardScope): readonly Code[] {
  const { type, ref, anyOf = [], oneOf = [] } = shape;
  const own =
    typeof type === "string"
      ? typed(type, shape, name, scope)
      : type
        ? [isAny(type.map((one) => scope.useGuard(narrowTo(one, shape), `${name}${namePart(one)}`)))]
        : untyped(shape, name, scope);
  const useGuards = (parts: readonly Shape[], hint: string): readonly Code[] =>
    parts.map((part, index) => scope.useGuard(part, `${name}${hint}${index + 1}`));
  const { inline, others } = splitAll(shape);
  return [
    ...own,
    ...inline.flatMap((part) => printConditions(part, name, scope)),
    ...(shape.enum ? [code`${scope.runtime("isOneOf")}(value, ${json(shape.enum)})`] : []),
    ...(ref === undefined ? [] : [passes(scope.useGuard({ ref }, name))]),
    ...useGuards(others, "Part").map((guard) => passes(guard)),
    ...(anyOf.length > 0 ? [isAny(useGuards(anyOf, "Option"))] : []),
    ...(oneOf.length > 0 ? [isOne(useGuards(oneOf, "Option"))] : []),
  ];
}

/** `guard(subject)` */
export function passes(guard: Code, subject: Code = value): Code {
  return code`${guard}(${subject})`;
}

/** One guard at least passes. */
function isAny(guards: readonly Code[]): Code {
  return code`(${guards.map((guard) => passes(guard)).reduce((left, right) => code`${left} || ${right}`)})`;
}

/** Exactly one guard passes. */
function isOne(guards: readonly Code[]): Code {
  return code`${arrayOf(guards.map((guard) => passes(guard)))}.filter((isFitting) => isFitting).length === 1`;
}

/** Bounds of types that the value need not have. */
function untyped(shape: Shape, name: string, scope: GuardScope): readonly Code[] {
  const bounds = Object.keys(keywordsByType)
    .map((type) => ({ type, part: narrowTo(type, shape) }))
    .filter(({ part }) => Object.keys(part).length > 1)
    .map(({ type, part }) => {
      const kind = scope.runtime(typeGuards[type] ?? "");
      return code`(!${passes(kind)} || ${passes(scope.useGuard(part, `${name}${namePart(type)}`))})`;
    });
  // A property that is required and missing is of no type either.
  return bounds.length > 0 ? [code`value !== undefined`, ...bounds] : bounds;
}

function typed(type: string, shape: Shape, name: string, scope: GuardScope): readonly Code[] {
  const { items } = shape;
  const first =
    type === "array" && items
      ? printListTest(value, scope.useGuard(items, `${name}Item`), scope)
      : passes(scope.runtime(typeGuards[type] ?? ""));
  if (type === "string") return [first, ...ofText(shape, scope)];
  if (type === "digits") return [first, ...ofNumber(shape, scope, code`BigInt(value)`)];
  if (type === "number" || isWhole(type)) return [first, ...ofNumber(shape, scope)];
  if (type === "array") return [first, ...ofList(shape, scope)];
  return type === "object" ? [first, ...ofObject(shape, name, scope)] : [first];
}

function ofText(
  { minLength, maxLength, pattern, isLoosePattern }: Shape,
  scope: GuardScope,
): readonly Code[] {
  const isBounded = minLength !== undefined || maxLength !== undefined;
  return [
    ...(isBounded ? between(passes(scope.runtime("countCodePoints")), minLength, maxLength) : []),
    ...(pattern === undefined
      ? []
      : [code`${scope.usePattern(pattern, isLoosePattern === true)}.test(value)`]),
  ];
}

function ofNumber(shape: Shape, scope: GuardScope, subject = value): readonly Code[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = shape;
  return [
    ...between(subject, minimum, maximum),
    ...(above === undefined ? [] : [code`${subject} > ${json(above)}`]),
    ...(below === undefined ? [] : [code`${subject} < ${json(below)}`]),
    ...(multipleOf === undefined
      ? []
      : [passes(scope.runtime("isInteger"), code`value / ${json(multipleOf)}`)]),
  ];
}

function ofList({ minItems, maxItems, uniqueItems }: Shape, scope: GuardScope): readonly Code[] {
  const unique = uniqueItems ? [passes(scope.runtime("isUnique"))] : [];
  return [...between(code`value.length`, minItems, maxItems), ...unique];
}

function ofObject(shape: Shape, name: string, scope: GuardScope): readonly Code[] {
  const { properties = {}, required = [], additionalProperties: rest } = shape;
  const names = [...new Set([...Object.keys(properties), ...required])];
  return [
    ...between(code`Object.keys(value).length`, shape.minProperties, shape.maxProperties),
    ...names.flatMap((property) => {
      const part = Object.hasOwn(properties, property) ? properties[property] : undefined;
      return ofProperty(property, part ?? {}, required.includes(property), name, scope);
    }),
    ...(rest === undefined ? [] : [ofOthers(Object.keys(properties), rest, name, scope)]),
  ];
}

/** The conditions on a property; none if it may be absent or have any value. */
function ofProperty(
  property: string,
  shape: Shape,
  isRequired: boolean,
  name: string,
  scope: GuardScope,
): readonly Code[] {
  if (!isRequired && Object.keys(shape).length === 0) return [];
  const items = plainItems(shape);
  const hint = `${name}${namePart(property)}`;
  const guard = items ? scope.useGuard(items, `${hint}Item`) : scope.useGuard(shape, hint);
  const subject = printProperty(property, scope);
  const test = items ? printListTest(subject, guard, scope) : passes(guard, subject);
  return [isRequired ? test : code`(${subject} === undefined || ${test})`];
}

/** `value.name`; a name that every object inherits is looked for in the object alone. */
function printProperty(name: string, scope: GuardScope): Code {
  if (!(name in Object.prototype)) return code`value${member(name)}`;
  return code`${scope.runtime("ownProperty")}(value, ${string(name)})`;
}

/** The conditions on additional properties. */
function ofOthers(known: readonly string[], rest: Shape | false, name: string, scope: GuardScope): Code {
  const others = code`${scope.runtime("otherValues")}(value, ${json(known)})`;
  return rest
    ? printListTest(others, scope.useGuard(rest, `${name}Other`), scope)
    : code`${others}.length === 0`;
}

/** Every item of a list passes a guard. */
function printListTest(subject: Code, guard: Code, scope: GuardScope): Code {
  return code`${scope.runtime("isListOf")}(${subject}, ${guard})`;
}

function between(left: Code, least: number | undefined, most: number | undefined): readonly Code[] {
  return [
    ...(least === undefined ? [] : [code`${left} >= ${json(least)}`]),
    ...(most === undefined ? [] : [code`${left} <= ${json(most)}`]),
  ];
}
