import { isJsonObject, type Json, type JsonObject } from "../json.js";

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
 * `type: integer` text that is a number is that number. The type may also be that of the schema around a part, of another
 * part of `allOf`, or of the target of a reference. An integer that JavaScript cannot represent remains text.
 */
export function convertLiterals(given: JsonObject, schemas: JsonObject): LiteralChanges {
  return convertPart(given, findTypes(given, schemas, { steps: maxSteps }));
}

function convertPart(given: JsonObject, types: readonly Json[]): LiteralChanges {
  if (types.length === 0) return { schema: given, isConverted: false, isEmpty: false };
  const parts = convertParts(given, types);
  const { schema } = parts;
  const hasConst = schema["const"] !== undefined;
  const literals = hasConst ? [schema["const"] ?? null] : schema["enum"];
  if (!Array.isArray(literals)) return parts;
  const values = literals as readonly Json[];
  const converted = values.map((literal) => convertLiteral(literal, types));
  const isConverted = converted.some((literal, index) => literal !== values[index]);
  const fits = (literal: Json): boolean => literal === null || isOfTypes(literal, types);
  return {
    schema: !isConverted
      ? schema
      : { ...schema, ...(hasConst ? { const: converted[0] ?? null } : { enum: converted }) },
    isConverted: isConverted || parts.isConverted,
    isEmpty: values.length > 0 && schema["type"] !== undefined && !converted.some(fits),
  };
}

/** The keywords whose schemas describe the same value as the schema around them. */
export const compositions = ["allOf", "anyOf", "oneOf", "not"] as const;

/** Converts the literals of the parts that declare no type themselves. */
function convertParts(schema: JsonObject, types: readonly Json[]): LiteralChanges {
  let result = schema;
  for (const keyword of compositions) {
    const value = schema[keyword];
    if (value === undefined) continue;
    const convert = (part: Json): Json =>
      isJsonObject(part) && part["type"] === undefined ? convertPart(part, types).schema : part;
    const converted = Array.isArray(value) ? (value as readonly Json[]).map(convert) : convert(value);
    const isSame = Array.isArray(converted)
      ? converted.every((part, index) => part === (value as readonly Json[])[index])
      : converted === value;
    if (!isSame) result = { ...result, [keyword]: converted };
  }
  return { schema: result, isConverted: result !== schema, isEmpty: false };
}

/** How many references and parts are followed to a type. */
const maxSteps = 50;

/** Returns the types that a schema, the target of its reference or a part of its `allOf` declares. */
function findTypes(schema: JsonObject, schemas: JsonObject, left: { steps: number }): readonly Json[] {
  const own = [schema["type"] ?? []].flat() as readonly Json[];
  const { $ref, allOf } = schema;
  if (own.length > 0 || left.steps-- <= 0) return own;
  const [, name] = (typeof $ref === "string" && /^#\/components\/schemas\/([^/]+)$/.exec($ref)) || [];
  const target = name === undefined ? undefined : schemas[name.replaceAll("~1", "/").replaceAll("~0", "~")];
  for (const part of [target, ...(Array.isArray(allOf) ? (allOf as readonly Json[]) : [])]) {
    const types = isJsonObject(part) ? findTypes(part, schemas, left) : [];
    if (types.length > 0) return types;
  }
  return own;
}

/** Returns a literal in one of several types if it is written in another. */
export function convertLiteral(literal: Json, types: readonly Json[]): Json {
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
