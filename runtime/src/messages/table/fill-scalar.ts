import type { FillPlace } from "./fill-place.js";
import { integerText } from "./scalar-default.js";
import type { Scalar } from "./table.js";

/** Checks and copies one value of a field. */
export type FillValue = (value: unknown, place: FillPlace) => unknown;

/** Creates the function that checks and copies a scalar. A value that does not fit is a TypeError with the place. */
export function fillScalar(scalar: Scalar): FillValue {
  switch (scalar) {
    case "string":
      return text;
    case "bool":
      return flag;
    case "bytes":
      return bytes;
    case "double":
      return double;
    case "float":
      return float;
    case "int64":
    case "sint64":
    case "sfixed64":
    case "uint64":
    case "fixed64":
      return fillLong(scalar, false);
    case "uint32":
    case "fixed32":
      return integer(0, 2 ** 32 - 1);
    default:
      return fillInt32;
  }
}

/** Checks a signed 32-bit integer. Also used for the numbers of enums, known and unknown. */
export const fillInt32: FillValue = /*@__PURE__*/ integer(-(2 ** 31), 2 ** 31 - 1);

const maxFloat = (2 - 2 ** -23) * 2 ** 127;

const text: FillValue = (value, place) => {
  if (typeof value !== "string") throw place.mismatch("a string", value);
  place.checkText(value);
  return value;
};

const flag: FillValue = (value, place) => {
  if (typeof value === "boolean") return value;
  throw place.mismatch("a boolean", value);
};

const bytes: FillValue = (value, place) => {
  // A Buffer's slice shares its memory, so copy by construction.
  if (value instanceof Uint8Array) return new Uint8Array(value);
  throw place.mismatch(
    "a Uint8Array",
    value,
    typeof value === "string" ? "; new TextEncoder().encode(text) makes one of a text" : "",
  );
};

const double: FillValue = (value, place) => {
  if (typeof value === "number") return value;
  throw place.mismatch("a number", value);
};

const float: FillValue = (value, place) => {
  if (typeof value !== "number") throw place.mismatch("a number", value);
  if (Number.isFinite(value) && Math.abs(value) > maxFloat) {
    throw place.mismatch("a number that fits 32 bits (at most 3.4e38)", value);
  }
  return value;
};

function integer(min: number, max: number): FillValue {
  return (value, place) => {
    if (typeof value !== "number") throw place.mismatch("a number", value);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw place.mismatch(`an integer from ${min} to ${max}`, value);
  };
}

/** Creates the function that checks a 64-bit integer. Its result is a `bigint`, or the digits if the type is a string. */
export function fillLong(scalar: Scalar, isString: boolean): FillValue {
  const isUnsigned = scalar === "uint64" || scalar === "fixed64";
  const min = isUnsigned ? 0n : -(2n ** 63n);
  const max = isUnsigned ? 2n ** 64n - 1n : 2n ** 63n - 1n;
  return (value, place) => {
    const integer = toLong(value, isString, place);
    if (integer !== undefined && integer >= min && integer <= max)
      return isString ? String(integer) : integer;
    const form = isString ? " as a string" : typeof value === "number" ? " as bigint" : "";
    throw place.mismatch(`an integer from ${min} to ${max}${form}`, value);
  };
}

/** A message that is written has the type of its interface. All others may have safe integers. */
function toLong(value: unknown, isString: boolean, { isSerialized }: FillPlace): bigint | undefined {
  if (isString && typeof value === "string") return integerText.test(value) ? BigInt(value) : undefined;
  if (typeof value === "bigint") return isString && isSerialized ? undefined : value;
  return Number.isSafeInteger(value) && !isSerialized ? BigInt(value as number) : undefined;
}
