import { OptionsError } from "./options-error.js";

/** Says where an unknown name belongs, if that is known. */
export type PlaceName = (name: string) => string | undefined;

/**
 * Throws an `OptionsError` for a name that is not known, because plain JavaScript would silently ignore a misspelled
 * one. The message begins with `prefix`. It has the text of `place`, which says where a name belongs, else the
 * known names.
 */
export function checkNames(given: object, known: readonly string[], prefix = "", place?: PlaceName): void {
  const name = Object.keys(given).find((one) => !known.includes(one));
  if (name === undefined) return;
  const fix = place?.(name) ?? `the known names are ${known.join(", ") || "none"}`;
  throw new OptionsError("OPTION_UNKNOWN", `${prefix}${name} is unknown; ${fix}`, name);
}
