import type { DescField } from "@bufbuild/protobuf";
import type { CelRule, UncheckedRule, Rule, ValueRules } from "./model.js";
import { toPortablePattern } from "./portable-pattern.js";

const notPortable =
  "its pattern is not anchored at both ends, differs between regular expression engines, or may be slow on some texts";

/** Returns the reason why only the server checks a known rule. Returns undefined if clients can check it. */
export function findUncheckedReason(
  kind: string,
  { name, value }: Pick<Rule, "name" | "value">,
  field: DescField,
): string | undefined {
  if (name === "pattern") {
    if (kind === "bytes") return "only the server matches bytes";
    return toPortablePattern(String(value)) === undefined ? notPortable : undefined;
  }
  // Two messages may differ only in fields that a client does not know.
  if (kind === "repeated" && name === "unique" && field.message) return "only the server compares messages";
  return undefined;
}

/** Lists the supported rules of a value and of its elements that only the server checks. */
export function listUncheckedRules(rules: ValueRules): readonly UncheckedRule[] {
  const own = rules.rules.flatMap(({ name, uncheckedReason: reason }) =>
    reason === undefined ? [] : [{ rule: `${rules.kind ?? ""}.${name}`, reason }],
  );
  return [...own, ...listUncheckedCel(rules.cel), ...listElementRules(rules).flatMap(listUncheckedRules)];
}

/** Lists rules in CEL as rules that only the server checks. */
export function listUncheckedCel(rules: readonly CelRule[]): readonly UncheckedRule[] {
  return rules.map(({ id }) => ({ rule: `cel:${id}`, reason: "it is written in CEL" }));
}

/** Lists the rules of a value and of its elements that this version does not support. */
export function listUnsupportedRules(rules: ValueRules): readonly UncheckedRule[] {
  return [...rules.unsupported, ...listElementRules(rules).flatMap(listUnsupportedRules)];
}

function listElementRules({ items, keys, values }: ValueRules): readonly ValueRules[] {
  return [items, keys, values].filter((one) => one !== undefined);
}
