import { type DescField, type DescMessage, type JsonValue, ScalarType, toJson } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { compareValues, type Comparison, isPresence, listNames, type ValueTest } from "./comparison.js";
import { FilterError } from "./filter-error.js";
import { testJson } from "./json-value.js";
import { matchesPattern } from "./pattern.js";
import type { Filter, Literal, Segment } from "./tree.js";

/** A comparison of a field with a literal. */
export type Restriction = Filter & { kind: "restriction" };

/** Whether a message meets a restriction. */
export type MessageTest = (message: ReflectMessage) => boolean;

/** The context of a restriction. */
export interface FilterContext {
  /** The whole filter, for errors. */
  readonly filter: string;
  /** Whether a field is hidden or secret. A filter would reveal its value. */
  readonly isExcluded: (field: DescField) => boolean;
}

/**
 * Tests a restriction on the fields of a message (AIP-160, "Traversal operator" and "Has operator"). A restriction,
 * even with `!=`, is not met if a message on the path is not set, a map lacks the key, or the value is absent.
 *
 * @throws FilterError if the message has no such field, or the field cannot be compared this way
 */
export function testField(desc: DescMessage, restriction: Restriction, context: FilterContext): MessageTest {
  const [segment, ...rest] = restriction.path;
  if (segment === undefined) throw new FilterError("a field is missing", context.filter, 0);
  const field = namedField(desc, segment.name);
  const refuse = (problem: string): never => {
    throw new FilterError(problem, context.filter, segment.position);
  };
  if (field === undefined)
    return refuse(`${desc.typeName} has no field ${segment.name}; it has ${listNames(desc.fields)}`);
  if (context.isExcluded(field))
    return refuse(`${segment.name} is secret or never shown, so a filter cannot use it`);
  const inner = { ...restriction, path: rest };
  switch (field.fieldKind) {
    case "list":
      return testList(field, inner, context, refuse);
    case "map":
      return testMap(field, inner, context, refuse);
    case "message":
      return testMessage(field, inner, context);
    default:
      if (rest.length > 0) return refuse(`${segment.name} has no fields`);
      return testScalar(field, createComparison(restriction, context));
  }
}

/** Finds a field by its proto name or its JSON name. */
export function namedField(desc: DescMessage, name: string): DescField | undefined {
  return (
    desc.fields.find((field) => field.name === name) ?? desc.fields.find((field) => field.jsonName === name)
  );
}

function testScalar(field: DescField, comparison: Comparison): MessageTest {
  if (isPresence(comparison)) return (message) => message.isSet(field);
  const test = compareValues(field, comparison);
  if (field.presence === FeatureSet_FieldPresence.IMPLICIT) return (message) => test(message.get(field));
  return (message) => message.isSet(field) && test(message.get(field));
}

function testMessage(
  field: DescField & { fieldKind: "message" },
  restriction: Restriction,
  context: FilterContext,
): MessageTest {
  const comparison = createComparison(restriction, context);
  if (restriction.path.length === 0 && isPresence(comparison)) return (message) => message.isSet(field);
  const test = testElement(field, restriction, context);
  return (message) => message.isSet(field) && test(message.get(field));
}

/** Tests a restriction on a message in a field, a list or a map. */
function testElement(field: DescField, restriction: Restriction, context: FilterContext): ValueTest {
  const desc = field.message;
  const { path, comparator, literal } = restriction;
  const comparison = createComparison(restriction, context);
  if (desc !== undefined && isJson(desc)) {
    if (path.length === 0 && comparator !== ":" && !desc.typeName.endsWith(".Value")) {
      return comparison.refuse(
        `messages of the type ${desc.typeName} cannot be compared; name one of its keys`,
      );
    }
    const test = testJson(
      path.map(({ name }) => name),
      comparison,
    );
    return (value) => isReflectMessage(value) && test(plainJson(value));
  }
  if (desc !== undefined && path.length > 0) return asValueTest(testField(desc, restriction, context));
  if (desc !== undefined && comparator === ":" && !isComparable(desc)) {
    // `m:foo` asks whether the field foo is there.
    const star: Literal = { text: "*", parts: ["", ""], position: literal.position };
    const named: Segment = { name: literal.text, position: literal.position };
    return asValueTest(testField(desc, { ...restriction, path: [named], literal: star }, context));
  }
  return compareValues(field, comparison);
}

function testList(
  field: DescField & { fieldKind: "list" },
  restriction: Restriction,
  context: FilterContext,
  refuse: (problem: string) => never,
): MessageTest {
  if (restriction.comparator !== ":") {
    return refuse(`${field.name} is a list: use : instead of ${restriction.comparator} to find an element`);
  }
  const comparison = createComparison(restriction, context);
  if (restriction.path.length === 0 && isPresence(comparison)) return (message) => message.isSet(field);
  if (restriction.path.length > 0 && field.message === undefined)
    return refuse(`elements of ${field.name} have no fields`);
  const test = testElement(field, restriction, context);
  return (message) => {
    for (const element of message.get(field)) if (test(element)) return true;
    return false;
  };
}

function testMap(
  field: DescField & { fieldKind: "map" },
  restriction: Restriction,
  context: FilterContext,
  refuse: (problem: string) => never,
): MessageTest {
  const [key, ...rest] = restriction.path;
  const comparison = createComparison(restriction, context);
  if (key === undefined) {
    if (restriction.comparator !== ":")
      return refuse(`${field.name} is a map: use : to look for a key, or a dot for the value of a key`);
    const { parts } = restriction.literal;
    return (message) => {
      for (const one of message.get(field).keys()) if (matchesPattern(String(one), parts)) return true;
      return false;
    };
  }
  const typedKey = mapKey(field.mapKey, key.name);
  if (typedKey === undefined) {
    throw new FilterError(`${field.name} has no keys of that kind`, context.filter, key.position);
  }
  if (rest.length === 0 && isPresence(comparison)) return (message) => message.get(field).has(typedKey);
  if (rest.length > 0 && field.message === undefined) return refuse(`values of ${field.name} have no fields`);
  const test = testElement(field, { ...restriction, path: rest }, context);
  return (message) => {
    const map = message.get(field);
    return map.has(typedKey) && test(map.get(typedKey));
  };
}

function mapKey(type: ScalarType, text: string): string | number | bigint | boolean | undefined {
  if (type === ScalarType.STRING) return text;
  if (type === ScalarType.BOOL) return text === "true" ? true : text === "false" ? false : undefined;
  if (!/^-?\d{1,20}$/.test(text)) return undefined;
  const isLong = [
    ScalarType.INT64,
    ScalarType.UINT64,
    ScalarType.SINT64,
    ScalarType.FIXED64,
    ScalarType.SFIXED64,
  ];
  return isLong.includes(type) ? BigInt(text) : Number(text);
}

function createComparison({ comparator, literal }: Restriction, { filter }: FilterContext): Comparison {
  const refuse = (problem: string): never => {
    throw new FilterError(problem, filter, literal.position);
  };
  return { comparator, literal, refuse };
}

/** Whether `:` compares such messages, and does not look for a field of theirs. */
function isComparable({ typeName }: DescMessage): boolean {
  return /^google\.protobuf\.(?:Timestamp|Duration|[A-Z]\w*Value)$/.test(typeName);
}

function isJson({ typeName }: DescMessage): boolean {
  return /^google\.protobuf\.(?:Struct|Value|ListValue)$/.test(typeName);
}

/** Returns the contents of such a message. Returns null if JSON cannot represent them, such as NaN. */
function plainJson({ desc, message }: ReflectMessage): JsonValue {
  try {
    return toJson(desc, message);
  } catch {
    return null;
  }
}

function asValueTest(test: MessageTest): ValueTest {
  return (value) => isReflectMessage(value) && test(value);
}
