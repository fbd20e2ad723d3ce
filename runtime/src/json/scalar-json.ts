import type { FillPlace } from "../table/fill-place.js";
import { fillScalar } from "../table/fill-scalar.js";
import { isBigint } from "../table/scalar-default.js";
import type { MapKey, Scalar } from "../table/table.js";
import { base64, bytesFromBase64 } from "./base64.js";
import { integerFromText } from "./integer-text.js";
import type { JsonValue } from "./json-value.js";

/** A scalar as proto3 JSON: 64-bit integers as text, bytes as base64, NaN and the infinities by name. */
export function writeScalar(scalar: Scalar, value: unknown, place: FillPlace): JsonValue {
  const checked = fillScalar(scalar)(value, place);
  if (checked instanceof Uint8Array) return base64(checked);
  if (typeof checked === "bigint") return String(checked);
  if (typeof checked === "number") return Number.isFinite(checked) ? checked : String(checked);
  if (typeof checked === "string" || typeof checked === "boolean") return checked;
  throw place.misfit(`a ${scalar}`, value);
}

/** A scalar from proto3 JSON. Numbers may be text, bytes of either base64 alphabet. */
export function readScalar(scalar: Scalar, json: unknown, place: FillPlace): unknown {
  switch (scalar) {
    case "string":
      if (typeof json === "string" && /\p{Surrogate}/u.test(json))
        throw place.error("the text has half a surrogate pair, which UTF-8 cannot write");
      return fillScalar(scalar)(json, place);
    case "bool":
      return fillScalar(scalar)(json, place);
    case "bytes":
      return readBytes(json, place);
    case "double":
    case "float":
      return readFloat(scalar, json, place);
    default:
      return isBigint(scalar) ? readLong(scalar, json, place) : readInteger(scalar, json, place);
  }
}

/** The text of a map's key in its one way of writing. */
export function readKey(key: MapKey, text: string, place: FillPlace): string {
  if (key === "string") return String(readScalar(key, text, place));
  if (key !== "bool") return String(readScalar(key, text, place));
  if (text === "true" || text === "false") return text;
  throw place.error("a key of this map is true or false");
}

function readBytes(json: unknown, place: FillPlace): Uint8Array {
  const bytes = typeof json === "string" ? bytesFromBase64(json) : undefined;
  if (bytes) return bytes;
  throw place.misfit("bytes in base64", json);
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
  if (typeof json !== "number" && !isText) throw place.misfit("a number", json);
  // A float becomes what the wire will hold.
  const value = scalar === "float" ? Math.fround(Number(json)) : Number(json);
  if (Number.isFinite(value)) return value;
  throw place.misfit(`a number in the range of a ${scalar}, "NaN", "Infinity" or "-Infinity"`, json);
}

function readInteger(scalar: Scalar, json: unknown, place: FillPlace): unknown {
  const fromText = typeof json === "string" ? integerFromText(json) : undefined;
  const value = fromText === undefined ? json : Number(fromText);
  if (typeof value !== "number") throw place.misfit("an integer", json);
  // Adding 0 turns -0 into 0.
  return fillScalar(scalar)(value + 0, place);
}

function readLong(scalar: Scalar, json: unknown, place: FillPlace): unknown {
  if (typeof json === "number") {
    if (Number.isSafeInteger(json)) return fillScalar(scalar)(BigInt(json), place);
    const wayOut = Number.isInteger(json) ? "; a number this large has lost digits, write it as text" : "";
    throw place.misfit("an integer", json, wayOut);
  }
  const value = typeof json === "string" ? integerFromText(json) : undefined;
  if (value === undefined) throw place.misfit("an integer as text", json);
  return fillScalar(scalar)(value, place);
}
