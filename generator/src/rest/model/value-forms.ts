import { isLargeInteger } from "../read/normalize/literals.js";
import type { SpecNode } from "../read/spec-node.js";
import type { ShapeDraft } from "./shape-limits.js";

/** The JavaScript type of 64-bit integers. A `number` that would be rounded is rejected; the others are exact. */
export type Int64 = "number" | "bigint" | "text";

/** Options for values that JSON cannot represent. */
export interface ValueForms {
  /** The type for `format: int64` and `uint64`. Default: `number`. */
  readonly int64?: Int64 | undefined;
  /** Whether strings in the format `date-time` become `Date`. Default: `false`. */
  readonly hasDates?: boolean | undefined;
}

/** A type of values that JSON represents differently, under its name in shapes and messages. */
export type ValueForm = "safe integer" | "bigint" | "digits" | "date";

const forms: Readonly<Record<Int64, ValueForm>> = {
  number: "safe integer",
  bigint: "bigint",
  text: "digits",
};

/** Returns the form of a schema's values of a JSON type, or undefined if they are not converted. */
export function findValueForm(
  node: SpecNode,
  type: string,
  { int64 = "number", hasDates = false }: ValueForms,
): ValueForm | undefined {
  const format = node.getValue("format");
  // Values of `enum` and `const` are printed as they are in JSON.
  if (format === undefined || node.getValue("enum") !== undefined || node.getValue("const") !== undefined)
    return undefined;
  if (type === "integer" || type === "number")
    return format === "int64" || format === "uint64" ? forms[int64] : undefined;
  return type === "string" && format === "date-time" && hasDates ? "date" : undefined;
}

/** Returns the form of integers of which one is a literal that a number cannot represent, else undefined. */
export function findLiteralForm(
  literals: readonly unknown[],
  types: readonly unknown[],
  { int64 = "number" }: ValueForms,
): ValueForm | undefined {
  return types.includes("string") || !literals.some(isLargeInteger) ? undefined : forms[int64];
}

/** Converts literals that a number cannot represent. As numbers they are compared rounded, as they arrive. */
export function applyLiteralForm(draft: ShapeDraft, given: ValueForms): void {
  const { enum: literals = [] } = draft;
  const form = findLiteralForm(literals, [draft.type ?? []].flat(), given);
  if (!form) return;
  if (form === "safe integer") draft.enum = literals.map(Number);
  else {
    // Shapes are JSON, which has no such values.
    delete draft.enum;
    draft.type = form;
  }
}

/** Replaces JSON types by value forms, and drops limits that do not apply to them. */
export function applyValueForm(draft: ShapeDraft, node: SpecNode, given: ValueForms): void {
  const types = [draft.type ?? []].flat();
  const found = types.map((one) => findValueForm(node, one, given) ?? one);
  if (found.join() === types.join()) return;
  const [only = ""] = found;
  draft.type = found.length === 1 ? only : found;
  if (found.includes("date")) for (const name of stringLimits) delete draft[name];
}

const stringLimits = ["pattern", "isLoosePattern", "minLength", "maxLength"] as const;
