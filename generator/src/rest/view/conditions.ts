import type { Shape } from "../runtime/shape.js";
import { arrayOf, code, joined, json, member, string, type Code } from "../../kit/code/code.js";
import { toNamePart, typeGuards } from "./guard-names.js";
import { isIntegerType, keywordsByType, narrowTo, findPlainItems, splitAllOf } from "./split-shape.js";

/** Provides the names that conditions use, and records each as needed. */
export interface GuardScope {
  /** Returns the guard of a shape: an existing one, or a new one that is named after `hint`. */
  useGuard(shape: Shape, hint: string): Code;
  /** Imports a function of the runtime. */
  runtime(name: string): Code;
  /** Returns the constant of a regular expression. */
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
      ? printTypedConditions(type, shape, name, scope)
      : type
        ? [printAnyOf(type.map((one) => scope.useGuard(narrowTo(one, shape), `${name}${toNamePart(one)}`)))]
        : printUntypedConditions(shape, name, scope);
  const useGuards = (parts: readonly Shape[], hint: string): readonly Code[] =>
    parts.map((part, index) => scope.useGuard(part, `${name}${hint}${index + 1}`));
  const { inline, others } = splitAllOf(shape);
  return [
    ...own,
    ...inline.flatMap((part) => printConditions(part, name, scope)),
    ...(shape.enum ? [code`${scope.runtime("isOneOf")}(value, ${json(shape.enum)})`] : []),
    // A missing value is none of them.
    ...(shape.notEnum && type === undefined ? [printGuardCall(scope.runtime("isAny"))] : []),
    ...(shape.notEnum ? [code`!${scope.runtime("isOneOf")}(value, ${json(shape.notEnum)})`] : []),
    ...(ref === undefined ? [] : [printGuardCall(scope.useGuard({ ref }, name))]),
    ...useGuards(others, "Part").map((guard) => printGuardCall(guard)),
    ...(anyOf.length > 0 ? [printAnyOf(useGuards(anyOf, "Option"))] : []),
    ...(oneOf.length > 0 ? [printOneOf(useGuards(oneOf, "Option"))] : []),
  ];
}

/** Prints `guard(subject)`. */
export function printGuardCall(guard: Code, subject: Code = value): Code {
  return code`${guard}(${subject})`;
}

/** Prints the condition that at least one guard passes. */
function printAnyOf(guards: readonly Code[]): Code {
  return code`(${guards.map((guard) => printGuardCall(guard)).reduce((left, right) => code`${left} || ${right}`)})`;
}

/** Prints the condition that exactly one guard passes. */
function printOneOf(guards: readonly Code[]): Code {
  return code`${arrayOf(guards.map((guard) => printGuardCall(guard)))}.filter((isFitting) => isFitting).length === 1`;
}

/** Prints limits that apply only if the value has their type. */
function printUntypedConditions(shape: Shape, name: string, scope: GuardScope): readonly Code[] {
  const bounds = Object.keys(keywordsByType)
    .map((type) => ({ type, part: narrowTo(type, shape) }))
    .filter(({ part }) => Object.keys(part).length > 1)
    .map(({ type, part }) => {
      const kind = scope.runtime(typeGuards[type] ?? "");
      return code`(!${printGuardCall(kind)} || ${printGuardCall(scope.useGuard(part, `${name}${toNamePart(type)}`))})`;
    });
  // A missing property has no type, so these limits would pass.
  return bounds.length > 0 ? [code`value !== undefined`, ...bounds] : bounds;
}

function printTypedConditions(type: string, shape: Shape, name: string, scope: GuardScope): readonly Code[] {
  const { items, prefixItems } = shape;
  const first =
    type === "array" && items && !prefixItems
      ? printListTest(value, scope.useGuard(items, `${name}Item`), scope)
      : printGuardCall(scope.runtime(typeGuards[type] ?? ""));
  if (type === "string") return [first, ...printStringConditions(shape, scope)];
  if (type === "digits") return [first, ...printNumberConditions(shape, scope, code`BigInt(value)`)];
  if (type === "number" || isIntegerType(type)) return [first, ...printNumberConditions(shape, scope)];
  if (type === "array")
    return [first, ...printListConditions(shape, scope), ...printTupleConditions(shape, name, scope)];
  return type === "object" ? [first, ...printObjectConditions(shape, name, scope)] : [first];
}

function printStringConditions(
  { minLength, maxLength, pattern, isLoosePattern }: Shape,
  scope: GuardScope,
): readonly Code[] {
  const isBounded = minLength !== undefined || maxLength !== undefined;
  return [
    ...(isBounded ? printRange(printGuardCall(scope.runtime("countCodePoints")), minLength, maxLength) : []),
    ...(pattern === undefined
      ? []
      : [code`${scope.usePattern(pattern, isLoosePattern === true)}.test(value)`]),
  ];
}

function printNumberConditions(shape: Shape, scope: GuardScope, subject = value): readonly Code[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = shape;
  return [
    ...printRange(subject, minimum, maximum),
    ...(above === undefined ? [] : [code`${subject} > ${json(above)}`]),
    ...(below === undefined ? [] : [code`${subject} < ${json(below)}`]),
    ...(multipleOf === undefined
      ? []
      : [code`${scope.runtime("isMultipleOf")}(${subject}, ${json(multipleOf)})`]),
  ];
}

function printListConditions({ minItems, maxItems, uniqueItems }: Shape, scope: GuardScope): readonly Code[] {
  const unique = uniqueItems ? [printGuardCall(scope.runtime("isUnique"))] : [];
  return [...printRange(code`value.length`, minItems, maxItems), ...unique];
}

/** Prints the conditions on the first items of a list, and on those after them. */
function printTupleConditions(
  { items, prefixItems = [] }: Shape,
  name: string,
  scope: GuardScope,
): readonly Code[] {
  const first = prefixItems.flatMap((item, index) => {
    if (Object.keys(item).length === 0) return [];
    const guard = scope.useGuard(item, `${name}Item${index + 1}`);
    return [code`(value.length <= ${json(index)} || ${printGuardCall(guard, code`value[${json(index)}]`)})`];
  });
  if (items === false) return [...first, code`value.length <= ${json(prefixItems.length)}`];
  if (!items || prefixItems.length === 0) return first;
  const rest = code`value.slice(${json(prefixItems.length)})`;
  return [...first, printListTest(rest, scope.useGuard(items, `${name}Item`), scope)];
}

function printObjectConditions(shape: Shape, name: string, scope: GuardScope): readonly Code[] {
  const { properties = {}, required = [], additionalProperties: rest } = shape;
  const names = [...new Set([...Object.keys(properties), ...required])];
  return [
    ...printRange(code`Object.keys(value).length`, shape.minProperties, shape.maxProperties),
    ...names.flatMap((property) => {
      const part = Object.hasOwn(properties, property) ? properties[property] : undefined;
      return printPropertyConditions(property, part ?? {}, required.includes(property), name, scope);
    }),
    ...printPatternConditions(shape.patternProperties ?? {}, name, scope),
    ...(rest === undefined ? [] : [printAdditionalConditions(shape, rest, name, scope)]),
  ];
}

/** Prints the conditions on a property: none if it is optional and may have any value. */
function printPropertyConditions(
  property: string,
  shape: Shape,
  isRequired: boolean,
  name: string,
  scope: GuardScope,
): readonly Code[] {
  if (!isRequired && Object.keys(shape).length === 0) return [];
  const items = findPlainItems(shape);
  const hint = `${name}${toNamePart(property)}`;
  const guard = items ? scope.useGuard(items, `${hint}Item`) : scope.useGuard(shape, hint);
  const subject = printProperty(property, scope);
  const test = items ? printListTest(subject, guard, scope) : printGuardCall(guard, subject);
  return [isRequired ? test : code`(${subject} === undefined || ${test})`];
}

/** `value.name`; a name that every object inherits is looked for in the object alone. */
function printProperty(name: string, scope: GuardScope): Code {
  if (!(name in Object.prototype)) return code`value${member(name)}`;
  return code`${scope.runtime("ownProperty")}(value, ${string(name)})`;
}

/** Prints the conditions on the properties whose names match patterns. */
function printPatternConditions(
  patterns: NonNullable<Shape["patternProperties"]>,
  name: string,
  scope: GuardScope,
): readonly Code[] {
  return Object.entries(patterns).flatMap(([pattern, shape], index) => {
    if (Object.keys(shape).length === 0) return [];
    const values = code`${scope.runtime("matchingValues")}(value, ${scope.usePattern(pattern, false)})`;
    return [printListTest(values, scope.useGuard(shape, `${name}Pattern${index + 1}`), scope)];
  });
}

/** Prints the condition on additional properties. */
function printAdditionalConditions(
  { properties = {}, patternProperties = {} }: Shape,
  rest: Shape | false,
  name: string,
  scope: GuardScope,
): Code {
  const patterns = Object.keys(patternProperties).map(
    (pattern) => code`, ${scope.usePattern(pattern, false)}`,
  );
  const known = json(Object.keys(properties));
  const others = code`${scope.runtime("otherValues")}(value, ${known}${joined(patterns, "")})`;
  return rest
    ? printListTest(others, scope.useGuard(rest, `${name}Other`), scope)
    : code`${others}.length === 0`;
}

/** Prints the condition that every item of a list passes a guard. */
function printListTest(subject: Code, guard: Code, scope: GuardScope): Code {
  return code`${scope.runtime("isListOf")}(${subject}, ${guard})`;
}

function printRange(left: Code, min: number | undefined, max: number | undefined): readonly Code[] {
  return [
    ...(min === undefined ? [] : [code`${left} >= ${json(min)}`]),
    ...(max === undefined ? [] : [code`${left} <= ${json(max)}`]),
  ];
}
