import { emptyValue, isScalar, propertyName } from "../table/field-access.js";
import type { CelRow, FieldRules, RuleTables, RuleValue, ValueRules } from "../table/rules.js";
import type { Field, MessageTable, Shape, ValueType } from "../table/table.js";
import { boundNames, combineBounds } from "./range.js";
import type { Formats } from "./formats.js";
import { createFormatTest, createTest, type Test } from "./rule-tests.js";

/** A rule of a value with its test. */
export interface PlannedRule {
  readonly kind: string;
  /** Its name. Several bounds are one rule: `gte_lt`. */
  readonly name: string;
  readonly limit: RuleValue;
  readonly test: Test;
}

/** The rules of a value with their tests. */
export interface PlannedValue {
  readonly rules: readonly PlannedRule[];
  readonly ignore: ValueRules["ignore"];
  /** Rules in CEL, which the plan does not evaluate. */
  readonly cel: readonly CelRow[];
  /** Whether the values are of type `float`. They are rounded to 32 bits, as on the wire, before they are compared. */
  readonly isFloat: boolean;
}

/** The checks of a field. */
export interface PlannedField {
  readonly field: Field;
  /** Its property, or that of its oneof. */
  readonly property: string;
  /** Its name in the oneof. */
  readonly member: string | undefined;
  readonly kind: Shape["kind"];
  /** The default, which is not serialized. */
  readonly zero: unknown;
  /** Whether a value can be compared with `zero` by `===`. Lists, maps, bytes and floating-point numbers cannot. */
  readonly hasOneZero: boolean;
  readonly required: FieldRules["required"];
  readonly isLenient: boolean;
  /** Whether an omitted field has a value: its default. */
  readonly hasDefault: boolean;
  /** Whether the field has rules that the plan does not evaluate. */
  readonly isOpen: boolean;
  /** The rules of the field as a whole. */
  readonly whole: PlannedValue;
  /** The rules of each element, or of each value of a map. */
  readonly each: PlannedValue;
  readonly keys: PlannedValue;
  /** The plan of the messages in it; undefined if they have no rules. */
  readonly inside: MessagePlan | undefined;
}

/** The checks of a message. */
export interface MessagePlan {
  /** Whether it is a request with a field mask, which carries a part of a resource (https://google.aip.dev/134). */
  readonly isPartial: boolean;
  readonly fields: PlannedField[];
  /** The required oneofs, with their properties and fields. */
  oneofs: readonly { readonly name: string; readonly property: string; readonly members: readonly Field[] }[];
  choices: readonly { readonly fields: readonly Field[]; readonly isRequired: boolean }[];
  /** Rules over several fields, which the plan does not evaluate. */
  cel: readonly CelRow[];
}

/**
 * Whether a message must have the field.
 *
 * @param isPart whether the message is the partial resource of a request with a field mask
 */
export function isFieldRequired({ required }: PlannedField, isPart: boolean): boolean {
  return required === "behavior" ? !isPart : required !== undefined;
}

/** A value without rules. */
const nothing: PlannedValue = Object.freeze({ rules: [], ignore: undefined, cel: [], isFloat: false });

const known = new WeakMap<MessageTable, MessagePlan>();

/**
 * Returns the plan of a message type and of all types in it; synchronously if it exists. Loads the formats of text if a rule
 * needs one.
 */
export function loadPlan(table: MessageTable): MessagePlan | Promise<MessagePlan> {
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

/** Creates the plans for the tables of one module. */
class Planner {
  /** Functions that add the rules with a format, after formats are loaded. */
  readonly late: ((formats: Formats) => void)[] = [];
  readonly #tables: RuleTables;
  readonly #plans = new Map<string, MessagePlan>();

  constructor(tables: RuleTables) {
    this.#tables = tables;
  }

  plan(table: MessageTable): MessagePlan {
    const done = this.#plans.get(table.typeName);
    if (done) return done;
    // Stored before its fields are planned, because a type may contain itself.
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
          ? createTest(kind, "in", Object.values(type.values))
          : createTest(kind, name, limit);
      // A rule that is not a format either is unknown to this version, and ignored.
      if (!add(name, limit, test))
        this.late.push((formats) => add(name, limit, createFormatTest(formats, name, limit)));
    }
    const range = combineBounds(rules);
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
