import type { SpecNode } from "../read/spec-node.js";
import type { Draft } from "./bounds.js";

/** A 64-bit integer in a program: a number, which is refused if it would be rounded, or exact. */
export type Int64 = "number" | "bigint" | "text";

/** How a program has values that JSON has no word for. */
export interface ValueForms {
  /** Of `format: int64` and `uint64`. Default: `number`. */
  readonly int64?: Int64 | undefined;
  /** Text in the format `date-time` is a `Date`. */
  readonly hasDates?: boolean | undefined;
}

/** A value that is not what JSON has there, or not all of it; shapes and messages have these names. */
export type ValueForm = "safe integer" | "bigint" | "digits" | "date";

const forms: Readonly<Record<Int64, ValueForm>> = {
  number: "safe integer",
  bigint: "bigint",
  text: "digits",
};

/** The form of values of a schema that are of some type of JSON; undefined where they are as they come. */
export function findForm(
  node: SpecNode,
  type: string,
  { int64 = "number", hasDates = false }: ValueForms,
): ValueForm | undefined {
  const format = node.getValue("format");
  // Values that a description lists are in the code as they are in JSON.
  if (format === undefined || node.getValue("enum") !== undefined || node.getValue("const") !== undefined)
    return undefined;
  if (type === "integer" || type === "number")
    return format === "int64" || format === "uint64" ? forms[int64] : undefined;
  return type === "string" && format === "date-time" && hasDates ? "date" : undefined;
}

/** Gives values with a form their type; bounds of text say nothing of them. */
export function setForm(draft: Draft, node: SpecNode, given: ValueForms): void {
  const types = [draft.type ?? []].flat();
  const found = types.map((one) => findForm(node, one, given) ?? one);
  if (found.join() === types.join()) return;
  const [only = ""] = found;
  draft.type = found.length === 1 ? only : found;
  if (found.includes("date")) for (const name of boundsOfText) delete draft[name];
  // A remainder of something else than a number is another matter.
  if (!found.includes("safe integer")) delete draft.multipleOf;
}

const boundsOfText = ["pattern", "isLoosePattern", "minLength", "maxLength"] as const;
