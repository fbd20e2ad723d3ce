import type { DescField } from "@bufbuild/protobuf";
import type { CelRule, LeftRule, Rule, ValueRules } from "./model.js";
import { portablePattern } from "./portable-pattern.js";

const notPortable =
  "its pattern is not anchored at both ends, is not read alike everywhere, or may take long on some texts";

/** Why a rule that is known is left to the server; undefined where clients can check it. */
export function whyLeft(
  kind: string,
  { name, value }: Pick<Rule, "name" | "value">,
  field: DescField,
): string | undefined {
  if (name === "pattern") {
    if (kind === "bytes") return "bytes are matched by the server";
    return portablePattern(String(value)) === undefined ? notPortable : undefined;
  }
  // Two messages may be equal to a server and differ in fields that a client does not know.
  if (kind === "repeated" && name === "unique" && field.message) return "messages are compared by the server";
  return undefined;
}

/** The rules of a value that are read and left to the server, those of what is in it as well. */
export function leftRules(rules: ValueRules): readonly LeftRule[] {
  const own = rules.rules.flatMap(({ name, whyLeft: why }) =>
    why === undefined ? [] : [{ rule: `${rules.kind ?? ""}.${name}`, why }],
  );
  return [...own, ...leftCel(rules.cel), ...insideOf(rules).flatMap(leftRules)];
}

/** Rules in CEL as the server has them alone. */
export function leftCel(rules: readonly CelRule[]): readonly LeftRule[] {
  return rules.map(({ id }) => ({ rule: `cel:${id}`, why: "it is written in CEL" }));
}

/** The statements about a value that are not read, those about what is in it as well. */
export function unreadRules(rules: ValueRules): readonly LeftRule[] {
  return [...rules.unread, ...insideOf(rules).flatMap(unreadRules)];
}

function insideOf({ items, keys, values }: ValueRules): readonly ValueRules[] {
  return [items, keys, values].filter((one) => one !== undefined);
}
