import { isScalar } from "../table/field-access.js";
import type { FieldRules, MessageRules, RuleTables, RuleValue, ValueRules } from "../table/rules.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { boundNames, rangeOf } from "./range.js";
import { ruleText, rangeText } from "./rule-text.js";
import { testOf, type Test } from "./rule-tests.js";

/** One rule of a value, ready to be asked. */
export interface PlannedRule {
  /** As protovalidate calls it: `string.max_len`. */
  readonly id: string;
  readonly test: Test;
  /** The rule in words. */
  readonly text: string;
}

/** The rules of a value, ready to be asked. */
export interface PlannedValue {
  readonly rules: readonly PlannedRule[];
  readonly ignore: ValueRules["ignore"];
  /** Values of a `float` are what goes over the wire: with as many digits as it has. */
  readonly isFloat: boolean;
}

/** What is checked of a field. */
export interface PlannedField {
  readonly field: Field;
  readonly required: FieldRules["required"];
  readonly isLenient: boolean;
  /** A value that is not set is one all the same: its default. */
  readonly hasDefault: boolean;
  /** The rules of the field as a whole. */
  readonly whole: PlannedValue;
  /** Those of each element, or of each value of a map. */
  readonly each: PlannedValue;
  readonly keys: PlannedValue;
  /** The plan of the messages in it; undefined if nothing is stated about them. */
  readonly inside: (() => MessagePlan) | undefined;
}

/** What is checked of a message. */
export interface MessagePlan {
  readonly fields: readonly PlannedField[];
  /** The fields of each oneof that must have a member, and its name. */
  readonly oneofs: readonly { readonly name: string; readonly members: readonly Field[] }[];
  readonly choices: readonly { readonly fields: readonly Field[]; readonly isRequired: boolean }[];
}

/** Plans by message type, made of the tables of one module. */
export class Plans {
  readonly #tables: RuleTables;
  readonly #plans = new Map<string, MessagePlan>();

  constructor(tables: RuleTables) {
    this.#tables = tables;
  }

  /** The plan of a message type; undefined if nothing is stated about it. */
  find(table: MessageTable): MessagePlan | undefined {
    const known = this.#plans.get(table.typeName);
    if (known || !Object.hasOwn(this.#tables, table.typeName)) return known;
    const plan = this.#make(table, this.#tables[table.typeName] ?? {});
    this.#plans.set(table.typeName, plan);
    return plan;
  }

  #make(table: MessageTable, { fields = {}, oneofs = [], choices = [] }: MessageRules): MessagePlan {
    const findFields = (names: readonly string[]): Field[] =>
      names.flatMap((name) => table.byName.get(name) ?? []);
    return {
      fields: table.fields.flatMap((field) => {
        const rules = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
        const inside = this.#inside(field);
        return rules || inside ? [planField(field, rules ?? {}, inside)] : [];
      }),
      oneofs: oneofs.map((name) => ({
        name,
        members: table.fields.filter(({ oneof }) => oneof?.name === name),
      })),
      choices: choices.map(([names, isRequired]) => ({ fields: findFields(names), isRequired })),
    };
  }

  #inside({ shape: { type } }: Field): (() => MessagePlan) | undefined {
    if (type.kind !== "message" || !Object.hasOwn(this.#tables, type.table.typeName)) return undefined;
    const { table } = type;
    // Later, since messages may hold their own type.
    return () => this.find(table) ?? { fields: [], oneofs: [], choices: [] };
  }
}

function planField(field: Field, rules: FieldRules, inside: PlannedField["inside"]): PlannedField {
  const { kind, type } = field.shape;
  const isSeveral = kind !== "single";
  const isBare = isSeveral || (isScalar(field) && !field.hasPresence && !field.oneof);
  return {
    field,
    required: rules.required,
    isLenient: rules.lenient ?? false,
    hasDefault: isBare && !rules.ignore,
    whole: planValue(rules, type),
    each: planValue((kind === "map" ? rules.values : rules.items) ?? {}, type),
    keys: planValue(rules.keys ?? {}, undefined),
    inside,
  };
}

function planValue({ kind = "", rules = {}, ignore }: ValueRules, type: ValueType | undefined): PlannedValue {
  const range = rangeOf(rules);
  const planned = Object.entries(rules).flatMap(([name, given]): PlannedRule[] => {
    if (boundNames.includes(name)) return [];
    const [test, limit] = ruleTest(kind, name, given, type);
    return test ? [{ id: `${kind}.${name}`, test, text: ruleText(kind, name, limit) }] : [];
  });
  if (range) planned.push({ id: `${kind}.${range.name}`, test: range.test, text: rangeText(kind, range) });
  return { rules: planned, ignore, isFloat: kind === "float" };
}

function ruleTest(
  kind: string,
  name: string,
  limit: RuleValue,
  type: ValueType | undefined,
): readonly [Test | undefined, RuleValue] {
  if (name !== "defined_only" || type?.kind !== "enum") return [testOf(kind, name, limit), limit];
  return [testOf(kind, "in", Object.values(type.values)), limit];
}
