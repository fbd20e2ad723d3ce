import type { Json, JsonObject } from "../json.js";

/** The result of reading null in a schema. */
export interface NullableChange {
  readonly schema: JsonObject;
  /** Whether the schema allows null only if it is not read by the letter. */
  readonly isLoose: boolean;
}

/**
 * Reads null where descriptions mean it, but the specification ignores it: `nullable` beside `$ref` or in OpenAPI 3.1,
 * `x-nullable`, `nullable` as text, and null in only one of `type` and `enum`. With `isStrict`, such a schema does not
 * allow null.
 */
export function readNull(schema: JsonObject, isOpenapi30: boolean, isStrict: boolean): NullableChange {
  const isNullable = [schema["nullable"], schema["x-nullable"]].some((value) => String(value) === "true");
  const isLetter = schema["nullable"] === true && isOpenapi30 && schema["$ref"] === undefined;
  const isIgnored = isNullable && !isLetter;
  const types = [schema["type"] ?? []].flat() as readonly Json[];
  const literals = Array.isArray(schema["enum"]) ? (schema["enum"] as readonly Json[]) : undefined;
  const hasNullType = types.includes("null");
  const isHalf =
    literals !== undefined && types.length > 0 && !isNullable && hasNullType !== literals.includes(null);
  if (!isIgnored && !isHalf) return { schema, isLoose: false };
  if (!isStrict) {
    // A list of types has null already.
    return { schema: { ...schema, nullable: true }, isLoose: true };
  }
  const { nullable: _, ...rest } = schema;
  if (!isHalf) return { schema: isIgnored ? rest : schema, isLoose: false };
  return {
    schema: {
      ...rest,
      type: types.filter((type) => type !== "null"),
      enum: literals.filter((literal) => literal !== null),
    },
    isLoose: false,
  };
}
