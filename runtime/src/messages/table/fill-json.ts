import { type FillPlace } from "./fill-place.js";
import { maxNesting } from "./nesting.js";
import type { FillValue } from "./fill-scalar.js";
import { setProperty } from "./set-property.js";
import type { PlainJson } from "./table.js";

/** Creates the function that checks and copies a well-known type that is plain JSON in TypeScript. */
export function fillJson(name: PlainJson): FillValue {
  if (name === "google.protobuf.Struct") {
    return (value, place) => {
      if (!isPlainObject(value)) throw place.mismatch("a plain object of JSON values", value);
      return copyObject(value, place);
    };
  }
  if (name === "google.protobuf.Value") return copyJson;
  return (value, place) => {
    if (!Array.isArray(value)) throw place.mismatch("a list of JSON values", value);
    return copyList(value, place);
  };
}

const copyJson: FillValue = (value, place) => {
  if (place.depth > maxNesting)
    throw place.error(`JSON is nested deeper than ${maxNesting}, or contains itself`);
  if (typeof value === "string") place.checkText(value);
  if (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
  ) {
    return value;
  }
  if (Array.isArray(value)) return copyList(value, place);
  if (isPlainObject(value)) return copyObject(value, place);
  throw place.mismatch("a JSON value", value);
};

function copyList(list: readonly unknown[], place: FillPlace): unknown[] {
  return list.map((element, index) => {
    place.enter(index);
    const copy = copyJson(element, place);
    place.leave();
    return copy;
  });
}

function copyObject(object: object, place: FillPlace): object {
  const copy = {};
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    place.enter(key);
    place.checkText(key);
    setProperty(copy, key, copyJson(value, place));
    place.leave();
  }
  return copy;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The Object.prototype of another realm has no prototype either.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
