import type { Shape } from "../runtime/shape.js";

/** The keywords that apply to each type. They do not restrict values of other types. */
export const keywordsByType: Readonly<Record<string, readonly (keyof Shape)[]>> = {
  string: ["minLength", "maxLength", "pattern", "isLoosePattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["minItems", "maxItems", "uniqueItems", "items", "prefixItems"],
  object: [
    "minProperties",
    "maxProperties",
    "required",
    "properties",
    "patternProperties",
    "additionalProperties",
  ],
};

/** Returns a shape of one type, with the keywords that apply to it. */
export function narrowTo(type: string, shape: Shape): Shape {
  const keywords = keywordsByType[isIntegerType(type) ? "number" : type] ?? [];
  return Object.fromEntries([
    ["type", type],
    ...keywords.flatMap((key) => (shape[key] === undefined ? [] : [[key, shape[key]]])),
  ]);
}

/** Whether a type is an integer in any form. */
export function isIntegerType(type: string): boolean {
  return ["integer", "safe integer", "bigint", "digits"].includes(type);
}

/** Returns the shape of a list's items if the list has no other keywords. */
export function findPlainItems(shape: Shape): Shape | undefined {
  return shape.type === "array" && Object.keys(shape).length === 2 ? shape.items || undefined : undefined;
}

/**
 * Splits the parts of an `allOf` into those that a guard can check inline and the
 * others. Only objects can be inlined, and only if the whole is an object or has
 * no type, because the compiler narrows the type with each condition.
 */
export function splitAllOf({ type, allOf = [] }: Shape): {
  readonly inline: readonly Shape[];
  readonly others: readonly Shape[];
} {
  const isInline = (part: Shape): boolean =>
    (type === undefined || type === "object") && part.type === "object";
  return { inline: allOf.filter(isInline), others: allOf.filter((part) => !isInline(part)) };
}
