import { isExactDate, isExactNumber, isExactText } from "./guard.js";

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

/** Reports whether a value has one of the types of a shape. */
export function matchesTypes(value: unknown, types: string | readonly string[]): boolean {
  return typeof types === "string"
    ? matchesType(value, types)
    : types.some((type) => matchesType(value, type));
}

function matchesType(value: unknown, type: string): boolean {
  // @if numbers
  const isRepresentation = representations[type];
  // @if numbers
  if (isRepresentation) return isRepresentation(value);
  return describeKind(value) === type || (type === "number" && typeof value === "number");
}
