import { isCarried, readField, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { isInputOnly, isNeverShown } from "../fields/input-only.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import { shownValues, unknownPath } from "./shown-values.js";

/** The values that an element shows. */
export interface Looks {
  /** The texts of the values at each path, of which a list inside may have several. */
  readonly traits: ReadonlyMap<string, readonly string[]>;
  /** The texts of the fields in which an element and its copy agree; undefined for one that is absent. */
  readonly keys: readonly (string | undefined)[];
  /** The paths of the structures in an element that shows no value; undefined for one that shows some. */
  readonly blank: string | undefined;
}

/** The values that an element shows. */
export function looksOf(table: MessageTable, element: Properties): Looks {
  const traits = new Map<string, string[]>();
  for (const { path, text } of shownValues(table, element)) {
    const texts = traits.get(path);
    if (texts) texts.push(text);
    else traits.set(path, [text]);
  }
  const keys = table
    .once(keysOf)
    .map(({ field }) => (isCarried(element, field) ? dataText(readField(element, field)) : undefined));
  const isBlank = Array.from(traits.keys()).every((path) => path.endsWith(unknownPath));
  return { traits, keys, blank: isBlank ? structurePaths(table, element).join() : undefined };
}

/** The paths of the structures that a message holds and that a response would show. */
function structurePaths(table: MessageTable, message: Properties, around = ""): readonly string[] {
  return table.fields.flatMap((field) => {
    const [inside, path] = [structureOf(field.shape.type), `${around}${field.name}`];
    if (inside === undefined || isNeverShown(field)) return [];
    return heldMessages(message, field).flatMap(([key = "", held]) => [
      `${path} ${key}`,
      ...structurePaths(inside, held, `${path} ${key}.`),
    ]);
  });
}

/** A field in which an element and its copy must agree. */
interface Key {
  readonly field: Field;
  /** The field says which element it is; what is only IMMUTABLE may be the same in many. */
  readonly isName: boolean;
}

/** The fields of a type in which an element and its copy must agree. Made once per table. */
export function keysOf({ fields }: MessageTable): readonly Key[] {
  return fields.flatMap((field) => {
    // Says nothing of who an element is, since no response shows it.
    if (isInputOnly(field)) return [];
    const isName = field.behaviors.includes("IDENTIFIER") || field.name === "id" || field.name === "name";
    return isName || field.behaviors.includes("IMMUTABLE") ? [{ field, isName }] : [];
  });
}

/** Whether two elements agree in all in which an element and its copy must. */
export function haveSameKeys({ keys }: Looks, other: Looks): boolean {
  return keys.every((text, index) => text === other.keys[index]);
}

/** Whether an element shows no value that the SDK knows. */
export function isBlank({ blank }: Looks): boolean {
  return blank !== undefined;
}
