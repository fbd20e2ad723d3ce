import type { FillPlace } from "../table/fill-place.js";
import { fillInt32 } from "../table/fill-scalar.js";
import { nearestName } from "../text/nearest-name.js";
import type { EnumValues } from "../table/table.js";
import { readScalar } from "./scalar-json.js";

/** What a name that the enum does not have becomes where unknown fields are skipped. */
export const skipped: unique symbol = Symbol("skipped");

/** `google.protobuf.NullValue`, which is `null` in JSON: no other enum has its one value. */
export function isNullValue(values: EnumValues): boolean {
  return values["NULL_VALUE"] === 0 && Object.keys(values).length === 1;
}

/** The name of an enum's value, the first where it has several; its number where it has none. */
export function writeEnum(values: EnumValues, value: unknown, place: FillPlace): string | number | null {
  if (isNullValue(values)) return null;
  const number = fillInt32(value, place);
  const name = Object.keys(values).find((one) => values[one] === number);
  return name ?? Number(number);
}

/** The number of an enum's value from its name or number. */
export function readEnum(
  values: EnumValues,
  json: unknown,
  place: FillPlace,
  skipsUnknown: boolean,
): number | typeof skipped {
  if (json === null && isNullValue(values)) return 0;
  if (typeof json !== "string") return Number(readScalar("int32", json, place));
  const known = Object.hasOwn(values, json) ? values[json] : undefined;
  if (known !== undefined) return known;
  if (skipsUnknown) return skipped;
  const nearest = nearestName(json, Object.keys(values));
  const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  throw place.misfit("the name or number of an enum's value", json, hint);
}
