import type { DescField } from "@bufbuild/protobuf";
import { readRuleNumber, type Rule, type RuleValue, type ValueRules } from "./model.js";

/**
 * Whether the rules of a field accept its default: an empty text, zero, or an empty list. Evaluates the rules as a server
 * does. Returns false if a rule may reject the default: one in CEL, and one that clients do not check.
 */
export function acceptsEmpty(field: DescField, { rules, cel, unsupported }: ValueRules): boolean {
  if (cel.length + unsupported.length > 0) return false;
  return isZeroInRange(rules) && rules.every((rule) => acceptsByRule(field, rule));
}

function acceptsByRule(field: DescField, { name, value, uncheckedReason }: Rule): boolean {
  if (uncheckedReason !== undefined) return false;
  if (name === "defined_only") return field.enum?.values.some(({ number }) => number === 0) === true;
  return tests[name]?.(value) ?? false;
}

/** Whether the empty value keeps a rule, by the limit. The formats that are not here reject the empty text. */
const tests: { readonly [name: string]: (limit: RuleValue) => boolean } = {
  const: isEmpty,
  in: (limit) => Array.isArray(limit) && limit.some(isEmpty),
  not_in: (limit) => !(Array.isArray(limit) && limit.some(isEmpty)),
  pattern: (limit) => new RegExp(String(limit), "u").test(""),
  prefix: isEmpty,
  suffix: isEmpty,
  contains: isEmpty,
  not_contains: (limit) => !isEmpty(limit),
  len: isZero,
  len_bytes: isZero,
  min_len: isZero,
  min_bytes: isZero,
  min_items: isZero,
  min_pairs: isZero,
  max_len: () => true,
  max_bytes: () => true,
  max_items: () => true,
  max_pairs: () => true,
  unique: () => true,
  finite: () => true,
  uri_ref: () => true,
  "well_known_regex.header_value": () => true,
  // The bounds, which `isZeroInRange` evaluates together.
  gt: () => true,
  gte: () => true,
  lt: () => true,
  lte: () => true,
};

/** Whether zero is within the bounds. An upper bound below the lower one excludes what is between them. */
function isZeroInRange(rules: readonly Rule[]): boolean {
  const [gt, gte, lt, lte] = ["gt", "gte", "lt", "lte"].map((name) => readRuleNumber(rules, name));
  const isAbove = gt === undefined ? gte === undefined || gte <= 0 : gt < 0;
  const isBelow = lt === undefined ? lte === undefined || lte >= 0 : lt > 0;
  const [lower, upper] = [gt ?? gte, lt ?? lte];
  const isOutside = lower !== undefined && upper !== undefined && upper < lower;
  return isOutside ? isAbove || isBelow : isAbove && isBelow;
}

function isEmpty(value: RuleValue): boolean {
  if (value instanceof Uint8Array) return value.length === 0;
  return value === "" || value === false || value === 0 || value === 0n;
}

function isZero(value: RuleValue): boolean {
  return Number(value) === 0;
}
