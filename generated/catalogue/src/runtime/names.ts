/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/names.ts of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError } from "./options-error.js";

/** Says where an unknown name belongs, if that is known. */
export type PlaceName = (name: string) => string | undefined;

/**
 * Throws an `OptionsError` for a name that is not known, because plain JavaScript would silently ignore a misspelled
 * one. The message begins with `prefix`. It has the text of `place`, which says where a name belongs, else the
 * known names.
 */
export function checkNames(given: object, known: readonly string[], prefix = "", place?: PlaceName): void {
  const [name] = findUnknown(given, known);
  if (name === undefined) return;
  const fix = place?.(name) ?? `the known names are ${known.join(", ") || "none"}`;
  throw new OptionsError("OPTION_UNKNOWN", `${prefix}${name} is unknown; ${fix}`, name);
}

/** Returns the names of an object that are not known. */
export function findUnknown(given: object, known: readonly string[]): readonly string[] {
  return Object.keys(given).filter((name) => !known.includes(name));
}
