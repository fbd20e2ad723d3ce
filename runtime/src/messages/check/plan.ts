import { emptyValue, isScalar, propertyName } from "../table/field-access.js";
import type { CelRow, FieldRules, RuleTables, RuleValue, ValueRules } from "../table/rules.js";
import type { Field, MessageTable, Shape, ValueType } from "../table/table.js";
import { boundNames, rangeOf } from "./range.js";
import type { Formats } from "./formats.js";
import { formatTest, testOf, type Test } from "./rule-tests.js";

/** One rule of a value, ready to be asked. */
export interface PlannedRule {
  readonly kind: string;
  /** Its name; of several bounds, all of them: `gte_lt`. */
  readonly name: string;
  readonly limit: RuleValue;
  readonly test: Test;
}

/** The rules of a value, ready to be asked. */
export interface PlannedValue {
  readonly rules: readonly PlannedRule[];
  readonly ignore: ValueRules["ignore"];
  /** Rules in CEL, which the plan does not decide. */
  readonly cel: readonly CelRow[];
  /** Values of a `float` are what goes over the wire: with as many digits as it has. */
  readonly isFloat: boolean;
}

/** The checks of a field. */
export interface PlannedField {
  readonly field: Field;
  /** The property that holds it: that of its oneof if it is a member of one. */
  readonly property: string;
  /** Its name in the oneof. */
  readonly member: string | undefined;
  readonly kind: Shape["kind"];
  /** The only value that is not carried, beside undefined. */
  readonly zero: unknown;
  /** There is but one such value: of lists, maps, bytes and floating point numbers only a longer look can tell. */
  readonly hasOneZero: boolean;
  readonly required: FieldRules["required"];
  readonly isLenient: boolean;
  /** A value that is not set is one all the same: its default. */
  readonly hasDefault: boolean;
  /** There are rules of the field as a whole that are not among those of the plan. */
  readonly isOpen: boolean;
  /** The rules of the field as a whole. */
  readonly whole: PlannedValue;
  /** Those of each element, or of each value of a map. */
  readonly each: PlannedValue;
  readonly keys: PlannedValue;
  /** The plan of the messages in it; undefined if nothing is stated about them. */
  readonly inside: MessagePlan | undefined;
}

/** The checks of a message. */
export interface MessagePlan {
  /** A request with a field mask carries a part of a resource (https://google.aip.dev/134). */
  readonly isPartial: boolean;
  readonly fields: PlannedField[];
  /** Each oneof that must have a member, the property that holds it and its fields. */
  oneofs: readonly { readonly name: string; readonly property: string; readonly members: readonly Field[] }[];
  choices: readonly { readonly fields: readonly Field[]; readonly isRequired: boolean }[];
  /** Rules over several fields, which the plan does not decide. */
  cel: readonly CelRow[];
}

/**
 * Whether a message without the field breaks a statement of the API.
 *
 * @param isPart The message is a part of a request with a field mask, which carries some fields of a resource.
 */
export function isFieldRequired({ required }: PlannedField, isPart: boolean): boolean {
  return required === "behavior" ? !isPart : required !== undefined;
}

/** Nothing is stated about a value. */
const nothing: PlannedValue = Object.freeze({ rules: [], ignore: undefined, cel: [], isFloat: false });

const known = new WeakMap<MessageTable, MessagePlan>();

/**
 * The plan of a message type and of all that it holds: at once if it was made before. Formats of text are loaded if a rule
 * asks for one.
 */
export function planOf(table: MessageTable): MessagePlan | Promise<MessagePlan> {
  return known.get(table) ?? makePlan(table);
}

async function makePlan(table: MessageTable): Promise<MessagePlan> {
  const { rules = {} } = (await table.rules?.()) ?? {};
  const planner = new Planner(rules);
  const plan = planner.plan(table);
  const { late } = planner;
  if (late.length > 0) {
    const { formats } = await import("./formats.js");
    for (const add of late) add(formats);
  }
  known.set(table, plan);
  return plan;
}

/** Makes plans of the tables of one module. */
class Planner {
  /** Adds the rules that ask for a format, once formats are loaded. */
  readonly late: ((formats: Formats) => void)[] = [];
  readonly #tables: RuleTables;
  readonly #plans = new Map<string, MessagePlan>();

  constructor(tables: RuleTables) {
    this.#tables = tables;
  }

  plan(table: MessageTable): MessagePlan {
    const done = this.#plans.get(table.typeName);
    if (done) return done;
    // Known before its fields are, since messages may hold their own type.
    const plan: MessagePlan = {
      isPartial: hasFieldMask(table),
      fields: [],
      oneofs: [],
      choices: [],
      cel: [],
    };
    this.#plans.set(table.typeName, plan);
    const { fields = {}, oneofs = [], choices = [], cel = [] } = this.#tables[table.typeName] ?? {};
    for (const field of table.fields) {
      const rules = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
      const inside = this.#inside(field);
      if (rules || inside) plan.fields.push(this.#field(field, rules ?? {}, inside));
    }
    plan.cel = cel;
    plan.oneofs = oneofs.map((name) => {
      const members = table.fields.filter(({ oneof }) => oneof?.name === name);
      return { name, property: members[0]?.oneof?.local ?? name, members };
    });
    plan.choices = choices.map(([names, isRequired]) => ({
      fields: names.flatMap((name) => table.byName.get(name) ?? []),
      isRequired,
    }));
    return plan;
  }

  #inside({ shape: { type } }: Field): MessagePlan | undefined {
    if (type.kind !== "message" || !Object.hasOwn(this.#tables, type.table.typeName)) return undefined;
    return this.plan(type.table);
  }

  #field(field: Field, rules: FieldRules, inside: MessagePlan | undefined): PlannedField {
    const { kind, type } = field.shape;
    const isBare = kind !== "single" || (isScalar(field) && !field.hasPresence && !field.oneof);
    const zero = isBare ? emptyValue(field) : undefined;
    return {
      field,
      property: propertyName(field),
      member: field.oneof && field.local,
      kind,
      zero,
      hasOneZero:
        typeof zero !== "object" && !(type.kind === "scalar" && /^(?:float|double)$/.test(type.scalar)),
      required: rules.required,
      isLenient: rules.lenient ?? false,
      hasDefault: isBare && !rules.ignore,
      isOpen: rules.left !== undefined || rules.cel !== undefined,
      whole: this.#value(rules, type),
      each: this.#value(kind === "map" ? rules.values : rules.items, type),
      keys: this.#value(rules.keys, undefined),
      inside,
    };
  }

  #value(given: ValueRules | undefined, type: ValueType | undefined): PlannedValue {
    if (!given) return nothing;
    const { kind = "", rules = {}, ignore, cel = [] } = given;
    const planned: PlannedRule[] = [];
    const add = (name: string, limit: RuleValue, test: Test | undefined): unknown =>
      test && planned.push({ kind, name, limit, test });
    for (const [name, limit] of Object.entries(rules)) {
      if (boundNames.includes(name)) continue;
      const test =
        name === "defined_only" && type?.kind === "enum"
          ? testOf(kind, "in", Object.values(type.values))
          : testOf(kind, name, limit);
      // A rule that no format has either is one that this version does not know.
      if (!add(name, limit, test))
        this.late.push((formats) => add(name, limit, formatTest(formats, name, limit)));
    }
    const range = rangeOf(rules);
    if (range) planned.push({ kind, ...range });
    return { rules: planned, ignore, cel, isFloat: kind === "float" };
  }
}

function hasFieldMask({ fields }: MessageTable): boolean {
  return fields.some(
    ({ shape: { kind, type } }) =>
      kind === "single" && type.kind === "wellKnown" && type.name === "google.protobuf.FieldMask",
  );
}
