import type { DescField } from "@bufbuild/protobuf";
import { isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CustomOptions } from "../base/options.js";
import type { Ignore, UncheckedRule, Rule, RuleValue, ValueRules } from "./model.js";
import { isKnownRule, fieldRuleKind, scalarRuleKind, valueRuleKind } from "./rule-names.js";
import { getMessage, getValue } from "../base/message-value.js";
import { readCelRules, readEnumName, readRuleValue } from "./rule-message.js";
import { findUncheckedReason } from "./unchecked-rules.js";

/** The field that has the rules, and what is needed to read them. */
export interface RulePlace {
  readonly field: DescField;
  readonly options: CustomOptions;
}

/** The rules of a value without rules. */
export const noRules: ValueRules = Object.freeze({
  kind: undefined,
  ignore: undefined,
  rules: [],
  examples: [],
  items: undefined,
  keys: undefined,
  values: undefined,
  cel: [],
  unsupported: [],
});

/**
 * Reads `buf.validate.FieldRules` of a field.
 *
 * @param ignored the values to which the rules do not apply, unless they state it themselves
 */
export function readFieldRules(
  rules: ReflectMessage,
  place: RulePlace,
  ignored: Ignore | undefined,
): ValueRules {
  return readRules(rules, place, fieldRuleKind(place.field), ignored);
}

function readRules(
  rules: ReflectMessage,
  place: RulePlace,
  expected: string | undefined,
  ignored?: Ignore,
): ValueRules {
  const found: ValueRules = { ...noRules, ignore: readIgnore(rules, ignored), cel: readCelRules(rules) };
  const member = rules.fields.find((field) => field.oneof?.name === "type" && rules.isSet(field));
  const typed = member && rules.get(member);
  if (!member || !isReflectMessage(typed)) return found;
  if (member.name !== expected) {
    const reason = `the field is of another type${expected === undefined ? "" : `, ${expected}`}`;
    return { ...found, unsupported: [{ rule: member.name, reason }] };
  }
  return { ...found, kind: expected, ...readTyped(typed, place, expected) };
}

type Typed = Pick<ValueRules, "rules" | "examples" | "items" | "keys" | "values" | "unsupported">;

/** Reads the rules for one type of values: `buf.validate.StringRules`. */
function readTyped(typed: ReflectMessage, place: RulePlace, kind: string): Typed {
  const { field } = place;
  const inside = (name: string, expected: string | undefined): ValueRules | undefined => {
    const rules = getMessage(typed, name);
    return rules && readRules(rules, place, expected);
  };
  const rules: Rule[] = [];
  const unsupported: UncheckedRule[] = listPredefined(typed, place, kind);
  for (const one of typed.fields) {
    const rule = typed.isSet(one) && !notRules.has(one.name) ? readRule(typed, one) : undefined;
    if (rule === undefined) continue;
    if (isKnownRule(kind, rule.name))
      rules.push({ ...rule, uncheckedReason: findUncheckedReason(kind, rule, field) });
    else unsupported.push({ rule: `${kind}.${rule.name}`, reason: "it is not known here" });
  }
  return {
    rules,
    unsupported,
    examples: readExamples(typed),
    items: inside("items", valueRuleKind(field)),
    keys: inside("keys", field.fieldKind === "map" ? scalarRuleKind(field.mapKey) : undefined),
    values: inside("values", valueRuleKind(field)),
  };
}

/** Fields of a rule message that are not rules: examples, the rules of elements, and an argument of another rule. */
const notRules: ReadonlySet<string> = new Set(["example", "items", "keys", "values", "strict"]);

function readExamples(typed: ReflectMessage): readonly RuleValue[] {
  const field = typed.fields.find(({ name }) => name === "example");
  const value = field && typed.isSet(field) ? readRuleValue(typed, field) : [];
  return Array.isArray(value) ? value : [];
}

/** Reads one rule. Returns undefined if the rule is disabled. */
function readRule(typed: ReflectMessage, field: DescField): Omit<Rule, "uncheckedReason"> | undefined {
  const { name } = field;
  if (name === "well_known_regex") {
    const known = readEnumName(typed, name)?.match(/HTTP_(HEADER_\w+)$/)?.[1];
    return known === undefined
      ? undefined
      : { name: `${name}.${known.toLowerCase()}`, value: getValue(typed, "strict") !== false };
  }
  const value = readRuleValue(typed, field);
  return value === false && name !== "const" ? undefined : { name, value };
}

/** Lists the predefined rules: extensions of a rule message, which the API defines in CEL. */
function listPredefined(typed: ReflectMessage, { options }: RulePlace, kind: string): UncheckedRule[] {
  const numbers = typed.getUnknown()?.map(({ no }) => no) ?? [];
  const known = options.extensions(typed.desc.typeName);
  return [...new Set(numbers)].map((no) => {
    const name = known.find((one) => one.number === no)?.typeName ?? String(no);
    return { rule: `${kind}.[${name}]`, reason: "it is written in CEL" };
  });
}

/** Reads the values to which the rules do not apply, in the spellings of all versions of protovalidate. */
function readIgnore(rules: ReflectMessage, ignored: Ignore | undefined): Ignore | undefined {
  if (getValue(rules, "skipped") === true) return "always";
  if (getValue(rules, "ignore_empty") === true) return "zero";
  const name = readEnumName(rules, "ignore");
  return name === undefined ? ignored : ignores[name];
}

const ignores: Readonly<Record<string, Ignore>> = {
  EMPTY: "zero",
  IF_UNPOPULATED: "zero",
  IF_ZERO_VALUE: "zero",
  DEFAULT: "default",
  IF_DEFAULT_VALUE: "default",
  ALWAYS: "always",
};
