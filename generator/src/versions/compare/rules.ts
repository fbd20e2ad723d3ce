import { compare } from "../../kit/compare.js";
import { exactlyOne, type ApiRules, type ApiRuleValue, type CelRule } from "../api/read-rules.js";
import type { Difference } from "../finding/finding.js";

/** A rule that changed. */
type RuleWhat = Difference & { readonly kind: "rule" };

/** Compares the validation rules of an element, and finds whether each accepts fewer values than before. */
export function compareRules(before: ApiRules, after: ApiRules): RuleWhat[] {
  const names = [...new Set([...before.keys(), ...after.keys()].map(toFamily))];
  return names.flatMap((family): RuleWhat[] => {
    const [old, now] = [findInFamily(before, family), findInFamily(after, family)];
    if (formatRule(old) === formatRule(now)) return [];
    const isSame = describeRule(old) === describeRule(now);
    const format = isSame ? formatRule : describeRule;
    const texts = { before: format(old), after: format(now) };
    return [{ kind: "rule", ...texts, isTighter: !acceptsAll(old, now), isUnclear: isUnclear(old, now) }];
  });
}

/** A rule with its name. */
type Named = readonly [name: string, value: ApiRuleValue];

/** `gt` and `gte` are one family, as are `lt` and `lte`, because an element has at most one of each. */
function toFamily(name: string): string {
  return name.replace(/\.[gl]te?$/, (bound) => `${bound.slice(0, 2)}*`);
}

function findInFamily(rules: ApiRules, family: string): Named | undefined {
  return [...rules].find(([name]) => toFamily(name) === family);
}

/** Returns a rule for people. A rule in CEL is its message. */
function describeRule(rule: Named | undefined): string {
  const value = rule?.[1];
  return isCel(value) && value.message !== "" ? value.message : formatRule(rule);
}

function isCel(value: ApiRuleValue | undefined): value is CelRule {
  return typeof value === "object" && "expression" in value;
}

function formatRule(rule: Named | undefined): string {
  if (!rule) return "";
  const [name, value] = rule;
  return value === true ? name : `${name}: ${formatValue(value)}`;
}

function formatValue(value: ApiRuleValue): string {
  if (isCel(value)) return JSON.stringify(value.expression);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (typeof value === "object") return value.map(formatValue).join(", ");
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Returns whether the new rule certainly accepts all values that the old one accepted. */
function acceptsAll(old: Named | undefined, now: Named | undefined): boolean {
  if (!now || !old) return !now;
  const simple = /[^.]*$/.exec(now[0])?.[0] ?? "";
  const [was, is] = [old[1], now[1]];
  if (simple === "not_in") return isSubset(is, was);
  if (simple === "in") return isSubset(was, is);
  if (/^(?:gte?|min_\w+)$/.test(simple)) return compare(was, is) > 0 || isNoStricter(old, now, "gt");
  if (/^(?:lte?|max_\w+|within)$/.test(simple)) return compare(was, is) < 0 || isNoStricter(old, now, "lt");
  return simple.startsWith("oneof ") && was === exactlyOne;
}

/** Two patterns or expressions cannot be compared. */
function isUnclear(old: Named | undefined, now: Named | undefined): boolean {
  return old !== undefined && now !== undefined && /(?:pattern|cel:.*)$/.test(now[0]);
}

/** Returns whether both have the same bound, and the new rule accepts the bound itself if the old one did. */
function isNoStricter(old: Named, now: Named, strict: string): boolean {
  return compare(old[1], now[1]) === 0 && (!now[0].endsWith(`.${strict}`) || old[0].endsWith(`.${strict}`));
}

function isSubset(small: ApiRuleValue, large: ApiRuleValue): boolean {
  const [few, many] = [small, large].map((one) =>
    Array.isArray(one) ? one.map(formatValue) : [formatValue(one)],
  );
  return few?.every((one) => many?.includes(one)) ?? false;
}
