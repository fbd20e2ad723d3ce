/* Copied by `stratus openapi` from src/rest/runtime/option-table.ts of protoc-gen-stratus. DO NOT EDIT. */
import { checkNames } from "./names.js";
import { OptionsError } from "./options-error.js";

/** The rule of an option: the preset and the least of a number, or `null` if nothing is checked here. */
type Rule = readonly [preset: number | undefined, min: number] | null;

/** The table of options: it has each of them, and no other. */
export type OptionTable<Options> = Readonly<Record<keyof Options, Rule>>;

/** The numbers of options. */
export type Numbers = Readonly<Record<string, number>>;

/**
 * Gives the numbers of a table: what is given, else what holds already, else the
 * preset. A number that timers and comparisons cannot use is refused, and so is a
 * name that the table does not have. `place` comes before the name in the error.
 */
export function readNumbers(
  given: object,
  table: Readonly<Record<string, Rule>>,
  holding: object = {},
  place = "",
): Numbers {
  checkNames(given, Object.keys(table), place);
  const numbers: Record<string, number> = {};
  for (const [name, rule] of Object.entries(table)) {
    if (!rule) continue;
    const value = (given as Numbers)[name] ?? (holding as Numbers)[name] ?? rule[0];
    if (value === undefined) continue;
    if (!(value >= rule[1]))
      throw new OptionsError("OPTION_INVALID", `${place}${name} is ${value}; give at least ${rule[1]}`, name);
    numbers[name] = value;
  }
  return numbers;
}
