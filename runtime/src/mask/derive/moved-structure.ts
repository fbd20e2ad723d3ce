import type { Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import type { Succession } from "./lineage.js";
import { shownValues } from "./shown-values.js";

/**
 * Whether the structure of a field was made of one that was in another field of the same message, as by
 * `{ ...spec, boot: { ...spec.spare }, spare: undefined }`: it has more in common with that one than with the one at
 * its place, and the other field holds nothing that is more like it. In a message that was changed in place it must
 * show the same.
 *
 * @param succession the message around, with the table of the structures
 */
export function isFromBeside(
  fields: readonly Field[],
  field: Field,
  { table, before, after, lineage }: Succession<Properties>,
): boolean {
  const [old, now] = [alone(before, field), alone(after, field)];
  if (old === undefined || now === undefined || lineage.has(now)) return false;
  const isAmongNew = !lineage.has(after);
  return fields.some((other) => {
    if (other === field || structureOf(other.shape.type) !== table) return false;
    const [source, there] = [alone(before, other), alone(after, other)];
    if (source === undefined || (there && lineage.get(there) === source)) return false;
    if (!isAmongNew) return dataText(now) === dataText(source) && dataText(now) !== dataText(old);
    const common = inCommon(table, now, source);
    return (
      common > inCommon(table, now, old) && (there === undefined || inCommon(table, there, source) < common)
    );
  });
}

/** The structure of a field that holds one. */
function alone(message: Properties, field: Field): Properties | undefined {
  return field.shape.kind === "single" ? heldMessages(message, field)[0]?.[1] : undefined;
}

/** How many values two structures have in common. */
function inCommon(table: MessageTable, one: Properties, other: Properties): number {
  const texts = (message: Properties): string[] =>
    shownValues(table, message).map(({ path, text }) => `${path} ${text}`);
  const held = new Set(texts(other));
  return texts(one).filter((text) => held.has(text)).length;
}
