import type { Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { classifyOverlap } from "../elements/element-overlap.js";
import type { MessageChange } from "../elements/known-origins.js";
import { omitsUnknown, readSignature } from "../elements/unknown-signature.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import type { MaskPathError } from "../text/mask-error.js";
import { bareCopyError } from "./derive-errors.js";

/**
 * Finds out whether a new structure in a field that was empty may be a copy, by JSON, of a message that was removed from a
 * field beside it, and lacks the unknown fields of that one. The two have a value in common, changed or not.
 *
 * @returns The error for it; undefined if there is none.
 */
export function findBareCopy(
  field: Field,
  { table, before, after, knownOrigins }: MessageChange<Properties>,
  path: readonly string[],
): MaskPathError | undefined {
  const inside = structureTable(field.shape.type);
  if (inside === undefined || listMessages(before, field).length > 0) return undefined;
  const [[, now] = []] = listMessages(after, field);
  if (now === undefined || knownOrigins.has(now)) return undefined;
  for (const twin of table.fields) {
    const [[, old] = []] = isTwin(twin, field) ? listMessages(before, twin) : [];
    if (old === undefined || listMessages(after, twin).length > 0 || !mayBeCopy(inside, now, old)) continue;
    if (omitsUnknown(readSignature(inside, now), readSignature(inside, old)))
      return bareCopyError(path, [...path.slice(0, -1), twin.name]);
  }
  return undefined;
}

function isTwin(one: Field, field: Field): boolean {
  return (
    one !== field &&
    one.shape.kind === "single" &&
    structureTable(one.shape.type) === structureTable(field.shape.type)
  );
}

function mayBeCopy(table: MessageTable, now: Properties, old: Properties): boolean {
  return ["same identity", "unknown"].includes(classifyOverlap(table, now, old));
}
