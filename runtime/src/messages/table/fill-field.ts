import type { Properties } from "./field-access.js";
import { fillJson } from "./fill-json.js";
import type { FillPlace } from "./fill-place.js";
import { fillInt32, fillLong, fillScalar, type FillValue } from "./fill-scalar.js";
import { isMapObject } from "./map-form.js";
import { setProperty } from "./set-property.js";
import type { Field, MapKey, MessageTable, Shape, ValueType, WellKnown } from "./table.js";
import { isPlainJson, wrappedScalar } from "./well-known-names.js";

// As in `fill.ts`: the compiler optimizes this call in loops over properties.
const { hasOwnProperty } = Object.prototype;

/** Fills a message inside a field. */
type FillInside = (table: MessageTable, value: unknown, place: FillPlace) => unknown;

/** Creates the function that checks and copies the value of a field. */
export function fillField(field: Field, inside: FillInside): FillValue {
  const filler = fillShape(field.shape, inside);
  if (!field.isSecret) return filler;
  return (value, place) => {
    place.enterSecret();
    const copy = filler(value, place);
    place.leaveSecret();
    return copy;
  };
}

function fillShape(shape: Shape, inside: FillInside): FillValue {
  const element = fillValue(shape.type, inside);
  if (shape.kind === "single") return element;
  if (shape.kind === "list") return fillList(element);
  return isMapObject(shape.key) ? fillMap(shape.key, element) : fillRecord(shape.key, element);
}

function fillValue(type: ValueType, inside: FillInside): FillValue {
  switch (type.kind) {
    case "scalar":
      return type.longAsString ? fillLong(type.scalar, true) : fillScalar(type.scalar);
    case "enum":
      return fillEnum;
    case "message":
      return (value, place) => inside(type.table, value, place);
    case "wellKnown":
      return fillWellKnown(type.name);
  }
}

const fillEnum: FillValue = (value, place) => {
  if (typeof value === "string")
    throw place.mismatch("a number", value, "; use a value of its enum: Kind.NAME");
  return fillInt32(value, place);
};

function fillWellKnown(name: WellKnown): FillValue {
  if (isPlainJson(name)) return fillJson(name);
  if (name === "google.protobuf.FieldMask") return fillList(fillScalar("string"));
  return fillScalar(wrappedScalar[name]);
}

function fillList(element: FillValue): FillValue {
  return (value, place) => {
    if (!Array.isArray(value)) throw place.mismatch("a list", value, "; put one value into a list: [value]");
    // Allocated with its size, because growing is slower.
    const copy: unknown[] = [...value];
    for (let index = 0; index < copy.length; index++) {
      place.enter(index);
      copy[index] = element(copy[index], place);
      place.leave();
    }
    return copy;
  };
}

/** Fills a map that is a plain object. */
function fillRecord(key: MapKey, element: FillValue): FillValue {
  return (value, place) => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Map) {
      const fix = value instanceof Map ? "; Object.fromEntries makes one of it" : "";
      throw place.mismatch("an object of keys and values", value, fix);
    }
    const copy = {};
    for (const text in value) {
      if (!hasOwnProperty.call(value, text)) continue;
      const one: unknown = (value as Properties)[text];
      if (one === undefined) continue;
      place.enter(text);
      if (key === "string") place.checkText(text);
      else checkNumber(key, text, place);
      setProperty(copy, text, element(one, place));
      place.leave();
    }
    return copy;
  };
}

function checkNumber(key: MapKey, text: string, place: FillPlace): void {
  const number = fillScalar(key)(Number(text), place);
  if (String(number) !== text)
    throw place.error(`the key must be an integer in its plain form, "${String(number)}"`);
}

/** Fills a map with 64-bit or boolean keys, which is a `Map`. */
function fillMap(key: MapKey, element: FillValue): FillValue {
  const checkKey = fillScalar(key);
  return (value, place) => {
    if (!(value instanceof Map)) throw place.mismatch(`a Map with ${key} keys`, value);
    const copy = new Map<unknown, unknown>();
    for (const [one, inner] of value) {
      if (inner === undefined) continue;
      place.enter(String(one));
      copy.set(checkKey(one, place), element(inner, place));
      place.leave();
    }
    return copy;
  };
}
