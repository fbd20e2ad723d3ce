import type { DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import type { RuleValue, Annotations, ValueRules } from "@stratus/convention";

/** A rule in CEL (https://cel.dev). */
export interface CelRule {
  readonly expression: string;
  /** The text of a violation; empty if the expression returns it. */
  readonly message: string;
}

/** The value of a validation rule. */
export type ApiRuleValue = RuleValue | CelRule;

/** The validation rules of an element by name: `string.max_len`, `repeated.items.string.pattern`, `required`. */
export type ApiRules = ReadonlyMap<string, ApiRuleValue>;

/** Reads the validation rules of a field. */
export function readFieldRules(field: DescField, annotations: Annotations): ApiRules {
  const { requiredBy, rules } = annotations.field(field);
  const found = new Map<string, ApiRuleValue>();
  // `field_behavior` is compared as a behavior.
  if (requiredBy.includes("buf.validate")) found.set("required", true);
  addRules(rules, "", found);
  return found;
}

/** Reads the validation rules of a oneof. */
export function readOneofRules(oneof: DescOneof, annotations: Annotations): ApiRules {
  return new Map(annotations.oneof(oneof).isRequired ? [["required", true]] : []);
}

/** The two values of a rule about several fields. */
export const [exactlyOne, atMostOne] = ["exactly one", "at most one"] as const;

/** Reads the validation rules of a message as a whole. */
export function readMessageRules(message: DescMessage, annotations: Annotations): ApiRules {
  const { choices, cel } = annotations.message(message);
  return new Map<string, ApiRuleValue>([
    ...choices.map(
      ({ fields, isRequired }) =>
        [`oneof ${fields.join(", ")}`, isRequired ? exactlyOne : atMostOne] as const,
    ),
    ...cel.map(({ id, expression, message }) => [`cel:${id}`, { expression, message }] as const),
  ]);
}

function addRules(rules: ValueRules, path: string, found: Map<string, ApiRuleValue>): void {
  // Servers do not check ignored rules.
  if (rules.ignore === "always") return;
  const at = `${path}${rules.kind ?? ""}`;
  for (const { name, value } of rules.rules) found.set(`${at}.${name}`, value);
  for (const { id, expression, message } of rules.cel) found.set(`${path}cel:${id}`, { expression, message });
  for (const { rule } of rules.unsupported) found.set(`${path}${rule}`, true);
  for (const part of ["items", "keys", "values"] as const) {
    const inside = rules[part];
    if (inside) addRules(inside, `${at}.${part}.`, found);
  }
}
