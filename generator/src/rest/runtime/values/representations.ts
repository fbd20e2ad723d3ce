import { isBytes } from "../body.js";
import { isObject } from "../guard.js";
import { enterLevel } from "../stack-overflow.js";

/** The representation of a value in a program, if it differs from that in JSON. */
export type Representation = "safe integer" | "bigint" | "digits" | "date";

/** The representations of a value and its parts. A function defers those that contain themselves. */
export type Representations = Representation | NestedRepresentations | (() => Representations);

/** The representations inside of a list or an object. */
interface NestedRepresentations {
  /** Those of properties, by name. */
  readonly properties?: Readonly<Record<string, Representations>>;
  /** Those of other properties. */
  readonly rest?: Representations;
  /** Those of all items of a list, or of each item by its index. */
  readonly items?: Representations | readonly (Representations | null)[];
  /** Those of alternatives and of `allOf`. */
  readonly parts?: readonly Representations[];
}

/** Converts a value; `exact` is the same value parsed with exact integers. */
type Convert = (representation: Representation, value: unknown, exact: unknown) => unknown;

/** Formats a date for JSON. Throws for an invalid one. */
export function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new Error("it contains an invalid date");
  return date.toISOString();
}

/** Returns a copy of a value whose parts are converted by their representations. */
export function convertValues(
  representations: Representations,
  value: unknown,
  exact: unknown,
  change: Convert,
): unknown {
  if (typeof representations === "string") return change(representations, value, exact);
  if (typeof representations === "function") return convertValues(representations(), value, exact, change);
  const { properties = {}, rest, items, parts = [] } = representations;
  const whole = parts.reduce<unknown>((one, part) => convertValues(part, one, exact, change), value);
  const inside = (part: Representations | null | undefined, one: unknown, name: string | number): unknown =>
    part
      ? enterLevel(() => convertValues(part, one, (exact as Readonly<Record<string, unknown>>)[name], change))
      : one;
  if (Array.isArray(whole)) {
    return whole.map((item, index) => inside(isTuple(items) ? items[index] : items, item, index));
  }
  // Files and dates are not sent by their properties.
  if (!isObject(whole) || isBytes(whole) || whole instanceof Date) return whole;
  return Object.fromEntries(
    Object.entries(whole).map(([name, part]) => [
      name,
      inside(Object.hasOwn(properties, name) ? properties[name] : rest, part, name),
    ]),
  );
}

function isTuple(items: NestedRepresentations["items"]): items is readonly (Representations | null)[] {
  return Array.isArray(items);
}
