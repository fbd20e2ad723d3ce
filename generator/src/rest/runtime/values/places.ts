import { isBytes } from "../body.js";
import { isObject } from "../guard.js";

/** A value in a program that is not what JSON has in its place. */
export type Form = "safe integer" | "bigint" | "digits" | "date";

/** Where a value has parts of such forms. A function names places that contain themselves. */
export type Places = Form | PlacesInside | (() => Places);

/** Places inside a list or an object. */
interface PlacesInside {
  /** In properties, by name. */
  readonly properties?: Readonly<Record<string, Places>>;
  /** In properties that have no name here. */
  readonly rest?: Places;
  /** In the items of a list: of each, or of each place. */
  readonly items?: Places | readonly (Places | null)[];
  /** In alternatives, or in parts of a whole. */
  readonly parts?: readonly Places[];
}

/** Makes another value of one that has a form; `twin` is the same place of another reading. */
type Change = (form: Form, value: unknown, twin: unknown) => unknown;

/** A copy of a value that differs from it at these places. */
export function changeAt(places: Places, value: unknown, twin: unknown, change: Change): unknown {
  if (typeof places === "string") return change(places, value, twin);
  if (typeof places === "function") return changeAt(places(), value, twin, change);
  const { properties = {}, rest, items, parts = [] } = places;
  const whole = parts.reduce<unknown>((one, part) => changeAt(part, one, twin, change), value);
  const inside = (part: Places | null | undefined, one: unknown, name: string | number): unknown =>
    part ? changeAt(part, one, (twin as Readonly<Record<string, unknown>>)[name], change) : one;
  if (Array.isArray(whole)) {
    return whole.map((item, index) => inside(isTuple(items) ? items[index] : items, item, index));
  }
  // What is sent of a file or a date is not in its properties.
  if (!isObject(whole) || isBytes(whole) || whole instanceof Date) return whole;
  return Object.fromEntries(
    Object.entries(whole).map(([name, part]) => [
      name,
      inside(Object.hasOwn(properties, name) ? properties[name] : rest, part, name),
    ]),
  );
}

function isTuple(items: PlacesInside["items"]): items is readonly (Places | null)[] {
  return Array.isArray(items);
}
