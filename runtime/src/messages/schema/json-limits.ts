import type { PlannedRule, PlannedValue } from "../check/plan.js";
import type { JsonObject, JsonValue } from "../table/json-value.js";
import type { RuleValue } from "../table/rules.js";
import { scalarDefault } from "../table/scalar-default.js";
import type { EnumNumbers } from "../table/enum-type.js";
import type { ValueType } from "../table/table.js";

/** A schema with the limits that JSON Schema has words for; it accepts every value that keeps the rules. */
export function withLimits(schema: JsonObject, rules: PlannedValue | undefined, type: ValueType): JsonObject {
  if (!rules || rules.ignore === "always") return schema;
  const limits = rules.rules.flatMap((rule) => listLimits(rule, type));
  if (limits.length === 0) return schema;
  const limited = limits.reduce<JsonObject>(joinSchemas, schema);
  // An empty list or map is not there.
  const isMany = schema["type"] === "array" || schema["type"] === "object";
  const zeros = rules.ignore && !isMany ? listZeros(type) : [];
  return zeros.length === 0 ? limited : { anyOf: [limited, { enum: [...zeros] }] };
}

/** Both at once. */
function joinSchemas(one: JsonObject, other: JsonObject): JsonObject {
  const isShared = Object.keys(other).some((key) => Object.hasOwn(one, key)) || "$ref" in one;
  return isShared ? { allOf: [one, other] } : { ...one, ...other };
}

/** The value for which some rules do not count, in the forms that JSON has for it; none of values that have no zero. */
function listZeros(type: ValueType): readonly JsonValue[] {
  if (type.kind === "enum") return listForms(type.values, [0]);
  const value = type.kind === "scalar" ? scalarDefault(type) : undefined;
  if (value === undefined) return [];
  return [typeof value === "bigint" ? String(value) : typeof value === "object" ? "" : (value as JsonValue)];
}

/** Numbers of an enum by all their names and as themselves: JSON may have either. */
function listForms(values: EnumNumbers, numbers: Iterable<number>): JsonValue[] {
  const meant = new Set(numbers);
  return [...Object.keys(values).filter((name) => meant.has(values[name] ?? NaN)), ...meant];
}

/** The schema of a rule; none if JSON Schema has no words for it. */
function listLimits(rule: PlannedRule, type: ValueType): readonly JsonObject[] {
  const limits = findLimit(rule, type);
  return limits ? [limits] : [];
}

function findLimit({ kind, name, limit }: PlannedRule, type: ValueType): JsonObject | undefined {
  if (kind === "string") return textLimits(name, limit);
  if (kind === "repeated" || kind === "map") return countLimits(name, limit, type);
  if (kind === "enum") return type.kind === "enum" ? enumLimits(name, limit, type.values) : undefined;
  if (kind === "bool") return name === "const" ? { const: limit as boolean } : undefined;
  return /^(?:float|double|s?u?int32|s?fixed32)$/.test(kind) ? numberLimits(name, limit) : undefined;
}

/** Formats that JSON Schema knows by the same meaning. */
const formats: { readonly [name: string]: string } = {
  email: "email",
  hostname: "hostname",
  ipv4: "ipv4",
  ipv6: "ipv6",
  uri: "uri",
  uri_ref: "uri-reference",
  uuid: "uuid",
};

function textLimits(name: string, limit: RuleValue): JsonObject | undefined {
  const text = String(limit);
  switch (name) {
    case "const":
      return { const: text };
    case "in":
      return { enum: [...toList(limit)] };
    case "not_in":
      return { not: { enum: [...toList(limit)] } };
    case "len":
      return { minLength: Number(limit), maxLength: Number(limit) };
    case "min_len":
      return { minLength: Number(limit) };
    case "max_len":
      return { maxLength: Number(limit) };
    case "pattern":
      return { pattern: text };
    case "prefix":
      return { pattern: `^${escaped(text)}` };
    case "suffix":
      return { pattern: `${escaped(text)}$` };
    case "contains":
      return { pattern: escaped(text) };
    case "not_contains":
      return { not: { pattern: escaped(text) } };
    default:
      return formats[name] === undefined ? undefined : { format: formats[name] };
  }
}

function numberLimits(name: string, limit: RuleValue): JsonObject | undefined {
  switch (name) {
    case "const":
      return { const: limit as number };
    case "in":
      return { enum: [...toList(limit)] };
    case "not_in":
      return { not: { enum: [...toList(limit)] } };
    default:
      return rangeLimits(name, toList(limit).map(Number));
  }
}

const bounds: { readonly [name: string]: string } = {
  gt: "exclusiveMinimum",
  gte: "minimum",
  lt: "exclusiveMaximum",
  lte: "maximum",
};

/** `gte_lt`: both bounds; `gte_lt_exclusive`: one of them is enough. */
function rangeLimits(name: string, limits: readonly number[]): JsonObject | undefined {
  const names = name.split("_");
  const isOutside = names.at(-1) === "exclusive";
  const each = (isOutside ? names.slice(0, -1) : names).flatMap((one, index): JsonObject[] =>
    bounds[one] === undefined ? [] : [{ [bounds[one]]: limits[index] ?? 0 }],
  );
  if (each.length === 0 || each.length !== limits.length) return undefined;
  return isOutside ? { anyOf: each } : { allOf: each };
}

function countLimits(name: string, limit: RuleValue, type: ValueType): JsonObject | undefined {
  switch (name) {
    case "min_items":
      return { minItems: Number(limit) };
    case "max_items":
      return { maxItems: Number(limit) };
    case "unique":
      // A NaN equals no other, but its text does.
      return limit === true && !isReal(type) ? { uniqueItems: true } : undefined;
    case "min_pairs":
      return { minProperties: Number(limit) };
    case "max_pairs":
      return { maxProperties: Number(limit) };
    default:
      return undefined;
  }
}

function isReal(type: ValueType): boolean {
  return type.kind === "scalar" && (type.scalar === "double" || type.scalar === "float");
}

function enumLimits(name: string, limit: RuleValue, values: EnumNumbers): JsonObject | undefined {
  if (name === "defined_only") return { enum: listForms(values, Object.values(values)) };
  const meant = listForms(values, toList(limit).map(Number));
  if (name === "const" || name === "in") return { enum: meant };
  return name === "not_in" ? { not: { enum: meant } } : undefined;
}

function toList(limit: RuleValue): readonly (string | number)[] {
  const list: readonly unknown[] = Array.isArray(limit) ? limit : [limit];
  return list.map((one) => (typeof one === "bigint" ? Number(one) : (one as string | number)));
}

/** Text as a pattern that matches it. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, (sign) => `\\${sign}`);
}
