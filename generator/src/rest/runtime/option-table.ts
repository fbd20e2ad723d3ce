import { checkNames } from "./names.js";
import { OptionsError } from "./options-error.js";

/** The rule of an option: the default and the minimum of a number, or `null` if nothing is checked here. */
type Rule = readonly [defaultValue: number | undefined, min: number] | null;

/** A table with a rule for each option. */
export type OptionTable<Options> = Readonly<Record<keyof Options, Rule>>;

/** Says where an unknown name belongs, if that is known. */
export type PlaceName = (name: string) => string | undefined;

/** Options whose values are numbers. */
export type Numbers = Readonly<Record<string, number>>;

/**
 * Returns the numbers of a table: the given one, else the inherited one, else the
 * default. Throws an `OptionsError` for a number below its minimum, for NaN, and
 * for a name that is not in the table. Its message begins with `prefix`.
 */
export function readNumbers(
  given: object,
  table: Readonly<Record<string, Rule>>,
  inherited: object = {},
  prefix = "",
  place?: PlaceName,
): Numbers {
  checkNames(given, Object.keys(table), prefix, place);
  const numbers: Record<string, number> = {};
  for (const [name, rule] of Object.entries(table)) {
    if (!rule) continue;
    const value = (given as Numbers)[name] ?? (inherited as Numbers)[name] ?? rule[0];
    if (value === undefined) continue;
    if (!(value >= rule[1]))
      throw new OptionsError(
        "OPTION_INVALID",
        `${prefix}${name} must be at least ${rule[1]}, got ${value}`,
        name,
      );
    numbers[name] = value;
  }
  return numbers;
}
