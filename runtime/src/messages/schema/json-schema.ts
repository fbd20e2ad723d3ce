import { isFieldRequired, type MessagePlan, type PlannedField } from "../check/plan.js";
import { isNullValue } from "../json/scalar-json.js";
import { emptyValue } from "../table/field-access.js";
import type { JsonObject, JsonValue } from "../table/json-value.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { withLimits } from "./json-limits.js";
import { specialForms, scalarSchemas } from "./json-values.js";

/** Dialects of JSON Schema, and where each has definitions. */
const dialects: { readonly [target: string]: { readonly uri: string; readonly definitions: string } } = {
  "draft-2020-12": { uri: "https://json-schema.org/draft/2020-12/schema", definitions: "$defs" },
  "draft-07": { uri: "http://json-schema.org/draft-07/schema#", definitions: "definitions" },
};

/**
 * The JSON Schema of a message type: of its proto3 JSON, as `toJson` writes it.
 *
 * @param plan The rules of the type.
 * @throws Error for a target that is not supported.
 */
export function createJsonSchema(
  table: MessageTable,
  plan: MessagePlan | undefined,
  target: string,
): JsonObject {
  const dialect = Object.hasOwn(dialects, target) ? dialects[target] : undefined;
  if (!dialect)
    throw new Error(`JSON Schema of ${target} is not supported: use ${Object.keys(dialects).join(" or ")}`);
  const writer = new SchemaWriter(dialect.definitions, plan?.isPartial ?? false);
  // The outermost request may ask for more than the same type within another.
  const ref = writer.message(table, plan, plan?.isPartial ? ".request" : "");
  return { $schema: dialect.uri, ...ref, [dialect.definitions]: Object.fromEntries(writer.definitions) };
}

/** A message type as it is written: by itself, as the outermost request, or where its rules do not count. */
type Use = "" | ".request" | ".unruled";

/** Writes each message type once for each use of it. */
class SchemaWriter {
  readonly definitions = new Map<string, JsonObject>();
  readonly #place: string;
  readonly #isPartial: boolean;

  constructor(place: string, isPartial: boolean) {
    this.#place = place;
    this.#isPartial = isPartial;
  }

  /** A message by reference. */
  message(table: MessageTable, plan: MessagePlan | undefined, use: Use): JsonObject {
    const special = specialForms[table.typeName];
    if (special) return special;
    const name = table.typeName + use;
    if (!this.definitions.has(name)) {
      // Stored before its fields are written, because a type may contain itself.
      this.definitions.set(name, {});
      this.definitions.set(name, this.#object(table, use === ".unruled" ? undefined : plan, use));
    }
    return { $ref: `#/${this.#place}/${name}` };
  }

  #object(table: MessageTable, plan: MessagePlan | undefined, use: Use): JsonObject {
    const planned = new Map(plan?.fields.map((one) => [one.field, one]));
    const inside: Use = use === ".unruled" ? use : "";
    const required = table.fields.filter((field) => {
      const rules = planned.get(field);
      if (field.isRequired || !rules) return field.isRequired;
      return isFieldRequired(rules, this.#isPartial && use !== ".request") || !keepsRulesUnset(rules);
    });
    const groups = [
      ...listOneofs(table).map(([name, members]) => ({
        members,
        isRequired: plan?.oneofs.some((one) => one.name === name) ?? false,
      })),
      ...(plan?.choices.map(({ fields, isRequired }) => ({ members: fields, isRequired })) ?? []),
    ];
    return {
      type: "object",
      title: table.typeName,
      properties: Object.fromEntries(
        table.fields.map((field) => [field.json, this.#field(field, planned.get(field), inside)]),
      ),
      ...(required.length > 0 && { required: required.map(({ json }) => json) }),
      additionalProperties: false,
      ...(groups.length > 0 && { allOf: groups.map(exclusive) }),
    };
  }

  #field(field: Field, rules: PlannedField | undefined, use: Use): JsonObject {
    const marks: JsonObject = {
      ...(field.behaviors.includes("OUTPUT_ONLY") && { readOnly: true }),
      ...((field.behaviors.includes("INPUT_ONLY") || field.isSecret) && { writeOnly: true }),
    };
    const schema = this.#shape(field, rules, use);
    if (Object.keys(marks).length === 0) return schema;
    // Beside a reference older dialects read nothing.
    return "$ref" in schema ? { allOf: [schema], ...marks } : { ...schema, ...marks };
  }

  #shape({ shape }: Field, rules: PlannedField | undefined, use: Use): JsonObject {
    const { type } = shape;
    const isIgnored = rules?.whole.ignore === "always" || rules?.each.ignore === "always";
    const one = this.#value(type, rules?.inside, isIgnored ? ".unruled" : use);
    if (shape.kind === "single") return withLimits(one, rules?.whole, type);
    const each = withLimits(one, rules?.each, type);
    if (shape.kind === "list") return withLimits({ type: "array", items: each }, rules?.whole, type);
    const keys = withLimits({}, rules?.keys, { kind: "scalar", scalar: shape.key });
    const map = {
      type: "object",
      additionalProperties: each,
      ...(shape.key === "string" && Object.keys(keys).length > 0 && { propertyNames: keys }),
    };
    return withLimits(map, rules?.whole, type);
  }

  #value(type: ValueType, plan: MessagePlan | undefined, use: Use): JsonObject {
    switch (type.kind) {
      case "scalar":
        return scalarSchemas[type.scalar];
      case "enum":
        if (isNullValue(type.values)) return { type: "null" };
        // An API gains values, which a client without their names writes as numbers.
        return { anyOf: [{ type: "string", enum: Object.keys(type.values) }, { type: "integer" }] };
      case "message":
        return this.message(type.table, plan, use);
      case "wellKnown":
        return specialForms[type.name] ?? {};
    }
  }
}

/** Whether an omitted field meets its rules. JSON omits defaults, so otherwise the field is required. */
function keepsRulesUnset({ field, whole, hasDefault }: PlannedField): boolean {
  if (!hasDefault) return true;
  const unset = field.shape.kind === "map" ? [] : emptyValue(field);
  return whole.rules.every((rule) => rule.test(unset, 0));
}

function listOneofs({ fields }: MessageTable): readonly (readonly [string, readonly Field[]])[] {
  const members = new Map<string, Field[]>();
  for (const field of fields) {
    if (!field.oneof) continue;
    const known = members.get(field.oneof.name);
    if (known) known.push(field);
    else members.set(field.oneof.name, [field]);
  }
  return [...members];
}

/** One of the members, or none. */
function exclusive({
  members,
  isRequired,
}: {
  readonly members: readonly Field[];
  readonly isRequired: boolean;
}): JsonObject {
  const each: JsonValue[] = members.map(({ json }) => ({ required: [json] }));
  return { oneOf: isRequired ? each : [...each, { not: { anyOf: each } }] };
}
