import type { FillPlace } from "../table/fill-place.js";
import { fillInt32, fillLong, fillScalar } from "../table/fill-scalar.js";
import { isBigint } from "../table/scalar-default.js";
import type { EnumNumbers } from "../table/enum-type.js";
import type { MapKey, Scalar, ValueType } from "../table/table.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import { withArticle } from "../../base/text/value-text.js";
import { base64, bytesFromBase64 } from "./base64.js";
import type { JsonValue } from "./json-types.js";
import { NumberText, plainNumber } from "./number-text.js";

/** A scalar type, and whether its values are text in TypeScript. */
type ScalarForm = Pick<Extract<ValueType, { readonly kind: "scalar" }>, "scalar" | "longAsString">;

/** A scalar as proto3 JSON: 64-bit integers as text, bytes as base64, NaN and the infinities by name. */
export function writeScalar(
  { scalar, longAsString }: ScalarForm,
  value: unknown,
  place: FillPlace,
): JsonValue {
  const checked = (longAsString ? fillLong(scalar, true) : fillScalar(scalar))(value, place);
  if (checked instanceof Uint8Array) return base64(checked);
  if (typeof checked === "bigint") return String(checked);
  if (typeof checked === "number") return Number.isFinite(checked) ? checked : String(checked);
  if (typeof checked === "string" || typeof checked === "boolean") return checked;
  throw place.mismatch(withArticle(scalar), value);
}

/** A scalar from proto3 JSON. Numbers may be text, bytes of either base64 alphabet. */
export function readScalar({ scalar, longAsString }: ScalarForm, json: unknown, place: FillPlace): unknown {
  const value = readValue(scalar, json, place);
  return longAsString ? String(value) : value;
}

function readValue(scalar: Scalar, json: unknown, place: FillPlace): unknown {
  switch (scalar) {
    case "string":
    case "bool":
      return fillScalar(scalar)(plainNumber(json), place);
    case "bytes":
      return readBytes(plainNumber(json), place);
    default:
      return readNumber(scalar, json instanceof NumberText ? json.text : json, place);
  }
}

function readNumber(scalar: Scalar, json: unknown, place: FillPlace): unknown {
  if (scalar === "double" || scalar === "float") return readFloat(scalar, json, place);
  return isBigint(scalar) ? readLong(scalar, json, place) : readInteger(scalar, json, place);
}

/** Formats the key of a map in its canonical form. */
export function readKey(key: MapKey, text: string, place: FillPlace): string {
  if (key !== "bool") return String(readValue(key, text, place));
  if (text === "true" || text === "false") return text;
  throw place.error("a key of this map is true or false");
}

function readBytes(json: unknown, place: FillPlace): Uint8Array {
  const bytes = typeof json === "string" ? bytesFromBase64(json) : undefined;
  if (bytes) return bytes;
  throw place.mismatch("bytes in base64", json);
}

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const names: ReadonlyMap<unknown, number> = /*@__PURE__*/ new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

function readFloat(scalar: "double" | "float", json: unknown, place: FillPlace): number {
  const named = names.get(json);
  if (named !== undefined) return named;
  const isText = typeof json === "string" && numberForm.test(json);
  if (typeof json !== "number" && !isText) throw place.mismatch("a number", json);
  // A float becomes what the wire will hold.
  const value = scalar === "float" ? Math.fround(Number(json)) : Number(json);
  if (Number.isFinite(value)) return value;
  throw place.mismatch(`a number in the range of a ${scalar}, "NaN", "Infinity" or "-Infinity"`, json);
}

function readInteger(scalar: Scalar, json: unknown, place: FillPlace): unknown {
  const fromText = typeof json === "string" ? parseInteger(json) : undefined;
  const value = fromText === undefined ? json : Number(fromText);
  if (typeof value !== "number") throw place.mismatch("an integer", json);
  // Adding 0 turns -0 into 0.
  return fillScalar(scalar)(value + 0, place);
}

function readLong(scalar: Scalar, json: unknown, place: FillPlace): unknown {
  const value = typeof json === "string" ? parseInteger(json) : integerFromNumber(json);
  if (value === undefined) throw place.mismatch("an integer", json);
  const hasAllDigits = typeof json !== "number" || Number.isSafeInteger(json);
  if (hasAllDigits || BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value)
    return fillScalar(scalar)(value, place);
  throw place.mismatch(
    "a 64-bit integer",
    json,
    "; a number this large has lost digits: write it as text, or read the JSON by fromJsonText",
  );
}

/** Converts a number to an integer. Beyond 2^53 digits may be lost already, which cannot be detected. */
function integerFromNumber(json: unknown): bigint | undefined {
  return typeof json === "number" && Number.isInteger(json) ? BigInt(json) : undefined;
}

const integerForm = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Maximum length of text that can be a 64-bit integer, in any notation. */
const maxIntegerLength = 400;

/** The integer that a text writes, exactly; `1.5e1` is one too. Undefined for other text. */
function parseInteger(text: string): bigint | undefined {
  if (text.length > maxIntegerLength) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] = integerForm.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  const magnitude = shift < 0 ? withoutZeros(digits, -shift) : BigInt(digits + "0".repeat(shift));
  return magnitude !== undefined && sign === "-" ? -magnitude : magnitude;
}

/** The number without its last digits, which must be zeros. */
function withoutZeros(digits: string, count: number): bigint | undefined {
  const padded = digits.padStart(count + 1, "0");
  const cut = padded.length - count;
  return /[^0]/.test(padded.slice(cut)) ? undefined : BigInt(padded.slice(0, cut));
}

/** The value for a name that the enum does not have, if unknown fields are skipped. */
export const skipped: unique symbol = Symbol("skipped");

/** `google.protobuf.NullValue`, which is `null` in JSON: no other enum has its one value. */
export function isNullValue(values: EnumNumbers): boolean {
  return values["NULL_VALUE"] === 0 && Object.keys(values).length === 1;
}

/** The name of an enum's value, the first where it has several; its number where it has none. */
export function writeEnum(values: EnumNumbers, value: unknown, place: FillPlace): string | number | null {
  if (isNullValue(values)) return null;
  const number = fillInt32(value, place);
  const name = Object.keys(values).find((one) => values[one] === number);
  return name ?? Number(number);
}

/** How a value of an enum is read. */
interface EnumReading {
  readonly place: FillPlace;
  readonly skipsUnknown: boolean;
  /** The enum has no other numbers than those that it names; a decoder would not take one for a value. */
  readonly isClosed: boolean;
}

/** The number of an enum's value from its name or number. */
export function readEnum(
  values: EnumNumbers,
  json: unknown,
  { place, skipsUnknown, isClosed }: EnumReading,
): number | typeof skipped {
  if (json === null && isNullValue(values)) return 0;
  const known =
    typeof json === "string" ? findEnumNumber(values, json) : Number(readValue("int32", json, place));
  if (known !== undefined && (!isClosed || Object.values(values).includes(known))) return known;
  if (skipsUnknown) return skipped;
  const hint =
    known === undefined
      ? didYouMean(String(json), Object.keys(values))
      : ", which this closed enum does not have; the option ignoreUnknownFields leaves it out";
  throw place.mismatch("the name or number of an enum's value", json, hint);
}

function findEnumNumber(values: EnumNumbers, name: string): number | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
