import type { SpecNode } from "../read/spec-node.js";

/** The kind of value of each keyword that limits values. */
const limitKeywords: Readonly<Record<string, "count" | "number" | "boolean">> = {
  minLength: "count",
  maxLength: "count",
  minItems: "count",
  maxItems: "count",
  minProperties: "count",
  maxProperties: "count",
  uniqueItems: "boolean",
  minimum: "number",
  maximum: "number",
  multipleOf: "number",
};

/** Whether a keyword limits values by a number or a boolean. */
export function isLimitKeyword(keyword: string): boolean {
  return Object.hasOwn(limitKeywords, keyword);
}

/** Returns the value of a limit. Throws `Problems` if it is invalid. */
export function readLimit(keyword: string, { value }: SpecNode, node: SpecNode): number | boolean {
  const kind = limitKeywords[keyword];
  if (kind === "boolean" && typeof value === "boolean") return value;
  if (kind !== "boolean" && typeof value === "number" && Number.isFinite(value)) {
    const isCount = Number.isInteger(value) && value >= 0;
    if (kind === "number" ? keyword !== "multipleOf" || value > 0 : isCount) return value;
  }
  return node.fail(
    `${keyword} is ${JSON.stringify(value)}`,
    `Give a ${kind === "count" ? "whole number from 0" : kind} for ${keyword}`,
  );
}

const types: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "array",
  "object",
]);

/** Returns the value of `type`. Throws `Problems` if a type does not exist. */
export function readTypes(node: SpecNode): string | readonly string[] {
  const list = Array.isArray(node.value) ? node.items() : [node];
  const names = list.map((item) => {
    const name = String(item.value);
    return types.has(name)
      ? name
      : item.fail(
          `The type ${JSON.stringify(item.value)} does not exist`,
          `Use one of ${[...types].join(", ")}`,
        );
  });
  const [only] = names;
  if (only === undefined) return node.fail("The list of types is empty", "Name at least one");
  return names.length === 1 ? only : names;
}
