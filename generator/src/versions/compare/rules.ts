import { compare } from "../../kit/compare.js";
import { exactlyOne, type ApiRules, type ApiRuleValue } from "../api/read-rules.js";
import type { What } from "../finding/finding.js";

/** A rule that differs. */
type RuleWhat = What & { readonly kind: "rule" };

/** The differences between the rules of an element, each with whether it takes less than before. */
export function compareRules(before: ApiRules, after: ApiRules): RuleWhat[] {
  const names = [...new Set([...before.keys(), ...after.keys()].map(familyOf))];
  return names.flatMap((family): RuleWhat[] => {
    const [old, now] = [before, after].map((rules) => inFamily(rules, family));
    const texts = { before: textOf(old), after: textOf(now) };
    if (texts.before === texts.after) return [];
    return [{ kind: "rule", ...texts, isTighter: !takesAll(old, now), isUnclear: isUnclear(old, now) }];
  });
}

/** One rule by its name. */
type Named = readonly [name: string, value: ApiRuleValue];

/** Both bounds on one side are one rule, of which there is one at a time. */
function familyOf(name: string): string {
  return name.replace(/\.[gl]te?$/, (bound) => `${bound.slice(0, 2)}*`);
}

function inFamily(rules: ApiRules, family: string): Named | undefined {
  return [...rules].find(([name]) => familyOf(name) === family);
}

function textOf(rule: Named | undefined): string {
  if (!rule) return "";
  const [name, value] = rule;
  return value === true ? name : `${name}: ${valueText(value)}`;
}

function valueText(value: ApiRuleValue): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (typeof value === "object") return value.map(valueText).join(", ");
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** The new rule takes all that the old one took, as far as that can be told. */
function takesAll(old: Named | undefined, now: Named | undefined): boolean {
  if (!now || !old) return !now;
  const simple = /[^.]*$/.exec(now[0])?.[0] ?? "";
  const [was, is] = [old[1], now[1]];
  if (simple === "not_in") return isSubset(is, was);
  if (simple === "in") return isSubset(was, is);
  if (/^(?:gte?|min_\w+)$/.test(simple)) return compare(was, is) > 0 || isNoStricter(old, now, "gt");
  if (/^(?:lte?|max_\w+|within)$/.test(simple)) return compare(was, is) < 0 || isNoStricter(old, now, "lt");
  return simple.startsWith("oneof ") && was === exactlyOne;
}

/** Texts of two patterns or expressions do not say which takes more. */
function isUnclear(old: Named | undefined, now: Named | undefined): boolean {
  return old !== undefined && now !== undefined && /(?:pattern|cel:.*)$/.test(now[0]);
}

/** The same bound, and one that takes the bound itself where the old one did. */
function isNoStricter(old: Named, now: Named, strict: string): boolean {
  return compare(old[1], now[1]) === 0 && (!now[0].endsWith(`.${strict}`) || old[0].endsWith(`.${strict}`));
}

function isSubset(small: ApiRuleValue, large: ApiRuleValue): boolean {
  const [few, many] = [small, large].map((one) =>
    Array.isArray(one) ? one.map(valueText) : [valueText(one)],
  );
  return few?.every((one) => many?.includes(one)) ?? false;
}
