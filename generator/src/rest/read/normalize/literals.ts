import type { Json, JsonObject } from "../json.js";

/** The changes of a schema's literals. */
export interface LiteralChanges {
  readonly schema: JsonObject;
  /** Whether literals were written in another type. */
  readonly isConverted: boolean;
  /** Whether the type allows none of the literals. */
  readonly isEmpty: boolean;
}

/**
 * Converts the values of `enum` and `const` to the declared type: under `type: string` a number is its text, and under
 * `type: integer` text that is a number is that number. An integer that JavaScript cannot represent remains text.
 */
export function convertLiterals(schema: JsonObject): LiteralChanges {
  const types = [schema["type"] ?? []].flat() as readonly Json[];
  const hasConst = schema["const"] !== undefined;
  const given = hasConst ? [schema["const"] ?? null] : schema["enum"];
  if (types.length === 0 || !Array.isArray(given)) return { schema, isConverted: false, isEmpty: false };
  const literals = given as readonly Json[];
  const converted = literals.map((literal) => convertLiteral(literal, types));
  const isConverted = converted.some((literal, index) => literal !== literals[index]);
  const fits = (literal: Json): boolean => literal === null || isOfTypes(literal, types);
  return {
    schema: !isConverted
      ? schema
      : { ...schema, ...(hasConst ? { const: converted[0] ?? null } : { enum: converted }) },
    isConverted,
    isEmpty: literals.length > 0 && !converted.some(fits),
  };
}

function convertLiteral(literal: Json, types: readonly Json[]): Json {
  if (literal === null || isOfTypes(literal, types)) return literal;
  const has = (type: string): boolean => types.includes(type);
  if (has("string") && typeof literal !== "object") return String(literal);
  if (typeof literal !== "string") return literal;
  if (has("boolean") && /^(true|false)$/.test(literal)) return literal === "true";
  const isNumber = has("number") ? isDecimal.test(literal) : has("integer") && /^-?\d+$/.test(literal);
  return isNumber && (Number.isSafeInteger(Number(literal)) || /[.e]/i.test(literal))
    ? Number(literal)
    : literal;
}

const isDecimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Whether a literal is of one of several types. */
export function isOfTypes(literal: Json, types: readonly Json[]): boolean {
  return types.some((type) => isOfType(literal, type));
}

function isOfType(literal: Json, type: Json): boolean {
  if (type === "integer") return Number.isInteger(literal) || isLargeInteger(literal);
  if (type === "number") return typeof literal === "number" || isLargeInteger(literal);
  if (type === "array") return Array.isArray(literal);
  if (type === "null") return literal === null;
  if (type === "object") return typeof literal === "object" && literal !== null && !Array.isArray(literal);
  return typeof literal === type;
}

/** Whether a literal is the text of an integer that JavaScript cannot represent. */
export function isLargeInteger(literal: unknown): literal is string {
  return typeof literal === "string" && /^-?\d{16,}$/.test(literal) && !Number.isSafeInteger(Number(literal));
}
