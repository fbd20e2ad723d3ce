import type { DescField } from "@bufbuild/protobuf";
import { isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CustomOptions } from "../base/options.js";
import type { Ignore, LeftRule, Rule, RuleValue, ValueRules } from "./model.js";
import { isKnownRule, kindOfField, kindOfScalar, kindOfValue } from "./rule-names.js";
import { celRules, enumNameAt, messageAt, ruleValue, setAt } from "./rule-message.js";
import { whyLeft } from "./why-left.js";

/** The field that has the rules, and what is needed to read them. */
export interface RulePlace {
  readonly field: DescField;
  readonly options: CustomOptions;
}

/** Nothing is stated about a value. */
export const noRules: ValueRules = Object.freeze({
  kind: undefined,
  ignore: undefined,
  rules: [],
  examples: [],
  items: undefined,
  keys: undefined,
  values: undefined,
  cel: [],
  unread: [],
});

/**
 * Reads `buf.validate.FieldRules` of a field.
 *
 * @param ignored for which values they do not count where they do not say it
 */
export function readFieldRules(
  rules: ReflectMessage,
  place: RulePlace,
  ignored: Ignore | undefined,
): ValueRules {
  return readRules(rules, place, kindOfField(place.field), ignored);
}

function readRules(
  rules: ReflectMessage,
  place: RulePlace,
  expected: string | undefined,
  ignored?: Ignore,
): ValueRules {
  const found: ValueRules = { ...noRules, ignore: readIgnore(rules, ignored), cel: celRules(rules) };
  const typed = rules.fields.find((field) => field.oneof?.name === "type" && rules.isSet(field));
  const own = typed && rules.get(typed);
  if (!typed || !isReflectMessage(own)) return found;
  if (typed.name !== expected) {
    const why = `the field is of another type${expected === undefined ? "" : `, ${expected}`}`;
    return { ...found, unread: [{ rule: typed.name, why }] };
  }
  return { ...found, kind: expected, ...readTyped(own, place, expected) };
}

type Typed = Pick<ValueRules, "rules" | "examples" | "items" | "keys" | "values" | "unread">;

/** Reads the rules for one type of values: `buf.validate.StringRules`. */
function readTyped(own: ReflectMessage, place: RulePlace, kind: string): Typed {
  const { field } = place;
  const inside = (name: string, expected: string | undefined): ValueRules | undefined => {
    const rules = messageAt(own, name);
    return rules && readRules(rules, place, expected);
  };
  const rules: Rule[] = [];
  const unread: LeftRule[] = readPredefined(own, place, kind);
  for (const one of own.fields) {
    const rule = own.isSet(one) && !notRules.has(one.name) ? readRule(own, one) : undefined;
    if (rule === undefined) continue;
    if (isKnownRule(kind, rule.name)) rules.push({ ...rule, whyLeft: whyLeft(kind, rule, field) });
    else unread.push({ rule: `${kind}.${rule.name}`, why: "it is not known here" });
  }
  return {
    rules,
    unread,
    examples: examplesOf(own),
    items: inside("items", kindOfValue(field)),
    keys: inside("keys", field.fieldKind === "map" ? kindOfScalar(field.mapKey) : undefined),
    values: inside("values", kindOfValue(field)),
  };
}

/** Fields of rules that are something else: examples, rules of what is inside, and what another one reads. */
const notRules: ReadonlySet<string> = new Set(["example", "items", "keys", "values", "strict"]);

function examplesOf(own: ReflectMessage): readonly RuleValue[] {
  const field = own.fields.find(({ name }) => name === "example");
  const value = field && own.isSet(field) ? ruleValue(own, field) : [];
  return Array.isArray(value) ? value : [];
}

/** One rule; undefined where it is switched off. */
function readRule(own: ReflectMessage, field: DescField): Omit<Rule, "whyLeft"> | undefined {
  const { name } = field;
  if (name === "well_known_regex") {
    const known = enumNameAt(own, name)?.match(/HTTP_(HEADER_\w+)$/)?.[1];
    return known === undefined
      ? undefined
      : { name: `${name}.${known.toLowerCase()}`, value: setAt(own, "strict") !== false };
  }
  const value = ruleValue(own, field);
  return value === false && name !== "const" ? undefined : { name, value };
}

/** Rules that an API has added to those of a type are written in CEL where it declares them. */
function readPredefined(own: ReflectMessage, { options }: RulePlace, kind: string): LeftRule[] {
  const numbers = own.getUnknown()?.map(({ no }) => no) ?? [];
  const known = options.extensions(own.desc.typeName);
  return [...new Set(numbers)].map((no) => {
    const name = known.find((one) => one.number === no)?.typeName ?? String(no);
    return { rule: `${kind}.[${name}]`, why: "it is written in CEL" };
  });
}

/** When rules do not count, in all spellings that there have been. */
function readIgnore(rules: ReflectMessage, unsaid: Ignore | undefined): Ignore | undefined {
  if (setAt(rules, "skipped") === true) return "always";
  if (setAt(rules, "ignore_empty") === true) return "zero";
  const name = enumNameAt(rules, "ignore");
  return name === undefined ? unsaid : ignores[name];
}

const ignores: Readonly<Record<string, Ignore>> = {
  EMPTY: "zero",
  IF_UNPOPULATED: "zero",
  IF_ZERO_VALUE: "zero",
  DEFAULT: "default",
  IF_DEFAULT_VALUE: "default",
  ALWAYS: "always",
};
