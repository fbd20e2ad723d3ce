import { isCarried, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";

/** A value that a message, or one in it, shows: whoever is a copy of the message has most of its values. */
export interface ShownValue {
  /** Proto names on the way to it, without indexes and keys. */
  readonly path: string;
  readonly text: string;
}

/** The values of a message and of those in it: scalars, and lists and maps of them as a whole. INPUT_ONLY ones are not shown. */
export function shownValues(table: MessageTable, message: Properties, around = ""): readonly ShownValue[] {
  const shown = table.fields.flatMap((field) => {
    if (field.behaviors.includes("INPUT_ONLY") || !isCarried(message, field)) return [];
    const path = `${around}${field.name}`;
    const inside = structureOf(field.shape.type);
    if (!inside) return [{ path, text: dataText(readField(message, field)) }];
    return heldMessages(message, field).flatMap(([, held]) => shownValues(inside, held, `${path}.`));
  });
  const unknown = message["_unknownFields"];
  if (unknown !== undefined) shown.push({ path: `${around}${unknownPath}`, text: dataText(unknown) });
  return shown;
}

/** The path of what an SDK does not know of a message. No proto name has a space. */
export const unknownPath = "unknown fields";
