/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/option-table.ts of protoc-gen-stratus. DO NOT EDIT. */
import { checkNames, type PlaceName } from "./names.js";
import { OptionsError } from "./options-error.js";

/**
 * The rule of an option: the default and the minimum of a number, the allowed texts with the default first, the default
 * alone if every text is allowed, or `null` if nothing is checked here.
 */
export type Rule = readonly [defaultValue: number | undefined, min: number] | readonly string[] | null;

/** A table with a rule for each option. */
export type OptionTable<Options> = Readonly<Record<keyof Options, Rule>>;

type Values = Readonly<Record<string, number | string | undefined>>;

/**
 * Returns the numbers and the chosen texts of a table: the given one, else the inherited one, else the default. Throws an
 * `OptionsError` for a number below its minimum, for NaN, for a text that is not allowed, and for a name that is not in
 * the table. Its message begins with `prefix`.
 */
export function readValues(
  given: object,
  table: Readonly<Record<string, Rule>>,
  inherited: object = {},
  prefix = "",
  place?: PlaceName,
): Values {
  checkNames(given, Object.keys(table), prefix, place);
  const values: Record<string, number | string> = {};
  for (const [name, rule] of Object.entries(table)) {
    // The function that recognizes credentials is not a rule.
    if (!Array.isArray(rule)) continue;
    const value = (given as Values)[name] ?? (inherited as Values)[name] ?? (rule[0] as Values[string]);
    if (value === undefined) continue;
    const fix = findFix(value, rule);
    if (fix) throw new OptionsError("OPTION_INVALID", `${prefix}${name} must ${fix}`, name);
    values[name] = value;
  }
  return values;
}

/** Returns what a value must be to keep its rule. Returns undefined if it does. */
function findFix(value: unknown, rule: NonNullable<Rule>): string | undefined {
  const [first, min] = rule;
  if (typeof first !== "string")
    return (value as number) >= (min as number) ? undefined : `be at least ${min}, got ${value}`;
  const isAllowed = min === undefined || (rule as readonly unknown[]).includes(value);
  return isAllowed ? undefined : `be one of ${rule.join(", ")}`;
}
