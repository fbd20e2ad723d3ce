import { type DescEnum, type DescField, ScalarType } from "@bufbuild/protobuf";
import { isReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import { readInteger } from "../messages/read.js";
import { findEnumValue } from "../messages/enum-value.js";
import { parseDuration, parseNumber, parseTime } from "./literal.js";
import { matchesPattern } from "./pattern.js";
import type { Comparator, Literal } from "./tree.js";

/** Returns whether a value satisfies a comparison. */
export type ValueTest = (value: unknown) => boolean;

/** A comparison with a literal, and the error to throw if a value cannot be compared with it. */
export interface Comparison {
  readonly comparator: Comparator;
  readonly literal: Literal;
  /** @throws FilterError at the literal. */
  readonly refuse: (problem: string) => never;
}

/**
 * Compares values of a field, or elements of a list or map, with a literal, which is parsed by the type of the field (AIP-160,
 * "Comparison operators"). `:` means `=` here.
 */
export function compareValues(field: DescField, comparison: Comparison): ValueTest {
  if (field.enum !== undefined) return compareEnum(field.enum, comparison);
  if (field.message === undefined) return compareScalar(field.scalar, comparison);
  const { typeName } = field.message;
  if (typeName === "google.protobuf.Timestamp") {
    const wanted = parseTime(comparison.literal.text);
    if (wanted === undefined) return comparison.refuse("write a time as 2030-01-31T12:00:00Z (RFC 3339)");
    return compareOrder(comparison, (value) => order(toNanos(value), wanted));
  }
  if (typeName === "google.protobuf.Duration") {
    const wanted = parseDuration(comparison.literal.text);
    if (wanted === undefined) return comparison.refuse("write a duration in seconds, such as 20s or 1.5s");
    return compareOrder(comparison, (value) => order(toNanos(value), wanted));
  }
  const wrapped = wrappedField(field);
  if (wrapped !== undefined) {
    const test = compareValues(wrapped, comparison);
    return (value) => isReflectMessage(value) && test(value.get(wrapped));
  }
  return comparison.refuse(
    `messages of the type ${typeName} cannot be compared; name a field of it, or use :* to test whether it is set`,
  );
}

/** The field of a wrapper (google/protobuf/wrappers.proto). */
function wrappedField({ message }: DescField): DescField | undefined {
  const isWrapper = /^google\.protobuf\.[A-Z]\w*Value$/.test(message?.typeName ?? "");
  const field = isWrapper && message !== undefined ? findField(message, "value") : undefined;
  return field?.fieldKind === "scalar" ? field : undefined;
}

function compareScalar(scalar: ScalarType, comparison: Comparison): ValueTest {
  switch (scalar) {
    case ScalarType.STRING:
      return compareText(comparison);
    case ScalarType.BOOL:
      return compareBool(comparison);
    case ScalarType.BYTES:
      return comparison.refuse("bytes cannot be compared; use :* to test whether there are any");
    default:
      return compareNumber(scalar, comparison);
  }
}

/** Compares strings by code points, or by a pattern if the literal has wildcards. */
export function compareText(comparison: Comparison): ValueTest {
  const { parts, text } = comparison.literal;
  if (!isOrdering(comparison.comparator)) {
    const isWanted = comparison.comparator !== "!=";
    return (value) => matchesPattern(String(value), parts) === isWanted;
  }
  if (parts.length > 1) return comparison.refuse("wildcards need =, != or :; a star is \\* in quotes");
  const wanted = Buffer.from(text);
  return compareOrder(comparison, (value) => Buffer.compare(Buffer.from(String(value)), wanted));
}

/** Compares booleans with `true` or `false`. They have no order. */
export function compareBool(comparison: Comparison): ValueTest {
  const { comparator, literal } = comparison;
  if (isOrdering(comparator))
    return comparison.refuse(`a bool has no order; use = or != instead of ${comparator}`);
  if (literal.text !== "true" && literal.text !== "false")
    return comparison.refuse("a bool must be true or false");
  const isWanted = (literal.text === "true") === (comparator !== "!=");
  return (value) => value === isWanted;
}

/** Compares numbers, integers exactly. A `float` is compared with the float nearest to the literal. */
export function compareNumber(scalar: ScalarType, comparison: Comparison): ValueTest {
  const number = parseNumber(comparison.literal.text);
  if (number === undefined) return comparison.refuse("write a number as 42, -1.5 or 2.5e9");
  if (scalar === ScalarType.FLOAT) {
    const wanted = Math.fround(Number(number));
    return compareOrder(comparison, (value) => order(Math.fround(Number(value)), wanted));
  }
  const wanted = scalar === ScalarType.DOUBLE ? Number(number) : number;
  return compareOrder(comparison, (value) =>
    typeof value === "number" || typeof value === "bigint" ? order(value, wanted) : Number.NaN,
  );
}

function compareEnum(type: DescEnum, comparison: Comparison): ValueTest {
  const { comparator, literal } = comparison;
  if (isOrdering(comparator))
    return comparison.refuse(`an enum has no order; use = or != instead of ${comparator}`);
  const wanted = findEnumValue(type, literal.text);
  if (wanted === undefined) {
    return comparison.refuse(`${type.typeName} has no such value; it has ${listNames(type.values)}`);
  }
  return (value) => (value === wanted.number) === (comparator !== "!=");
}

/** Tests whether an order satisfies a comparator. NaN satisfies only `!=`. */
const orderTests: Readonly<Record<Comparator, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  ":": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function compareOrder({ comparator }: Comparison, orderOf: (value: unknown) => number): ValueTest {
  const isMet = orderTests[comparator];
  return (value) => isMet(orderOf(value));
}

/** Returns -1, 0 or 1, or NaN if one of the numbers is NaN. */
function order(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return a <= b ? 0 : Number.NaN;
}

/** Whether a comparison tests only presence: `a:*`. */
export function isPresence({ comparator, literal }: Comparison): boolean {
  return comparator === ":" && literal.parts.length === 2 && literal.parts.every((part) => part === "");
}

function isOrdering(comparator: Comparator): boolean {
  return comparator.startsWith("<") || comparator.startsWith(">");
}

/** Converts a Timestamp or a Duration to nanoseconds. */
function toNanos(value: unknown): bigint {
  if (!isReflectMessage(value)) return 0n;
  return readInteger(value, "seconds") * 1_000_000_000n + readInteger(value, "nanos");
}

/** Formats names for an error message, at most 20. */
export function listNames(all: readonly { readonly name: string }[]): string {
  const names = all.slice(0, 20).map(({ name }) => name);
  return all.length > names.length ? `${names.join(", ")} and others` : names.join(", ") || "none";
}
