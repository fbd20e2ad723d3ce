import type { DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import type { RuleValue, Statements, ValueRules } from "@stratus/convention";

/** The value of a rule. */
export type ApiRuleValue = RuleValue;

/** The rules of an element by their names: `string.max_len`, `repeated.items.string.pattern`, `required`. */
export type ApiRules = ReadonlyMap<string, RuleValue>;

/** The rules of a field. */
export function rulesOfField(field: DescField, statements: Statements): ApiRules {
  const { requiredBy, rules } = statements.field(field);
  const found = new Map<string, RuleValue>();
  // `field_behavior` is told as a behaviour.
  if (requiredBy.includes("buf.validate")) found.set("required", true);
  addRules(rules, "", found);
  return found;
}

/** The rules of a oneof. */
export function rulesOfOneof(oneof: DescOneof, statements: Statements): ApiRules {
  return new Map(statements.oneof(oneof).isRequired ? [["required", true]] : []);
}

/** The two things that a rule over several fields may say. */
export const [exactlyOne, atMostOne] = ["exactly one", "at most one"] as const;

/** The rules of a message as a whole. */
export function rulesOfMessage(message: DescMessage, statements: Statements): ApiRules {
  const { choices, cel } = statements.message(message);
  return new Map<string, RuleValue>([
    ...choices.map(
      ({ fields, isRequired }) =>
        [`oneof ${fields.join(", ")}`, isRequired ? exactlyOne : atMostOne] as const,
    ),
    ...cel.map(({ id, expression }) => [`cel:${id}`, expression] as const),
  ]);
}

function addRules(rules: ValueRules, path: string, found: Map<string, RuleValue>): void {
  // Nothing counts that is ignored.
  if (rules.ignore === "always") return;
  const at = `${path}${rules.kind ?? ""}`;
  for (const { name, value } of rules.rules) found.set(`${at}.${name}`, value);
  for (const { id, expression } of rules.cel) found.set(`${path}cel:${id}`, expression);
  for (const { rule } of rules.unread) found.set(`${path}${rule}`, true);
  for (const part of ["items", "keys", "values"] as const) {
    const inside = rules[part];
    if (inside) addRules(inside, `${at}.${part}.`, found);
  }
}
