import type { Scalar, ValueType } from "./table.js";

/** Creates the default of a type: `0`, `0n`, `"0"` of a 64-bit integer as text, `""`, `false`, empty bytes; undefined for messages. */
export function scalarDefault(type: ValueType): unknown {
  if (type.kind === "enum") return 0;
  if (type.kind !== "scalar") return undefined;
  switch (type.scalar) {
    case "string":
      return "";
    case "bool":
      return false;
    case "bytes":
      return new Uint8Array(0);
    default:
      if (type.longAsString) return "0";
      return isBigint(type.scalar) ? 0n : 0;
  }
}

/**
 * Whether a scalar is the default of its type on the wire. -0 counts as 0, and so does a `float` that rounds to 0. NaN does
 * not.
 */
export function isDefault(type: ValueType, value: unknown): boolean {
  if (value === undefined) return true;
  if (type.kind === "scalar" && type.scalar === "float") return Math.fround(Number(value)) === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (type.kind === "scalar" && type.longAsString) return toNumeric(type, value) === 0n;
  return value === 0 || value === "" || value === false || value === 0n;
}

/** Converts a 64-bit integer that is text in TypeScript to a `bigint`. Returns every other value as it is. */
export function toNumeric(type: ValueType, value: unknown): unknown {
  const isText = type.kind === "scalar" && type.longAsString === true && typeof value === "string";
  return isText && integerText.test(value) ? BigInt(value) : value;
}

/** A 64-bit integer as text. */
export const integerText = /^-?\d{1,20}$/;

/** Whether a scalar has 64 bits, so that its values are `bigint`. */
export function isBigint(scalar: Scalar): boolean {
  return scalar.endsWith("64");
}
