import { ScalarType, type JsonValue } from "@bufbuild/protobuf";
import {
  compareBool,
  compareNumber,
  compareText,
  type Comparison,
  isPresence,
  type ValueTest,
} from "./comparison.js";
import { parseNumber } from "./literal.js";
import { matchesPattern } from "./pattern.js";

/** Whether a value of plain JSON meets a restriction. */
export type JsonTest = (value: JsonValue) => boolean;

/**
 * Tests a restriction on the contents of a Struct, which has no schema. A value is compared by its JSON type. The
 * restriction is not met if the literal does not have that type.
 *
 * @param names the keys on the path to the value
 */
export function testJson(names: readonly string[], comparison: Comparison): JsonTest {
  const [name, ...rest] = names;
  const { comparator, literal } = comparison;
  if (name !== undefined) {
    const inner = testJson(rest, comparison);
    const asksIfThere = rest.length === 0 && isPresence(comparison);
    const testOne: JsonTest = (value) => {
      if (!isObject(value) || !Object.hasOwn(value, name)) return false;
      const held = value[name];
      return held !== undefined && (asksIfThere || inner(held));
    };
    return (value) => (Array.isArray(value) ? comparator === ":" && value.some(testOne) : testOne(value));
  }
  const scalar = testScalar(comparison);
  return (value) => {
    if (comparator !== ":") return scalar(value);
    if (Array.isArray(value)) return value.some(scalar);
    return isObject(value)
      ? Object.keys(value).some((key) => matchesPattern(key, literal.parts))
      : scalar(value);
  };
}

function testScalar(comparison: Comparison): JsonTest {
  const { text } = comparison.literal;
  const isOrdering = /^[<>]/.test(comparison.comparator);
  const ofText: ValueTest = compareText(comparison);
  const ofNumber = parseNumber(text) === undefined ? no : compareNumber(ScalarType.DOUBLE, comparison);
  const ofBool = (text !== "true" && text !== "false") || isOrdering ? no : compareBool(comparison);
  const ofNull = (comparison.comparator === "!=") !== (text === "null");
  return (value) => {
    if (typeof value === "string") return ofText(value);
    if (typeof value === "number") return ofNumber(value);
    if (typeof value === "boolean") return ofBool(value);
    return value === null && !isOrdering && ofNull;
  };
}

function no(): boolean {
  return false;
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
