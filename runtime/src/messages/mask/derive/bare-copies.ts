import type { Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { classifyOverlap } from "../elements/element-overlap.js";
import type { MessageChange } from "../elements/known-origins.js";
import { omitsUnknown, readSignature } from "../elements/unknown-signature.js";
import { listVisibleValues, unknownFieldsPath } from "../elements/visible-values.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import { bareCopyError } from "./derive-errors.js";

/**
 * Rejects a new object that may be a copy, by JSON, of a removed message, and lacks the unknown fields of that one. The
 * removed message was in another field beside it, or under another key of the map. A structure in a field that was empty
 * has a value in common with its copy, changed or not. A value of a map, and a message that replaces another, have all of
 * them.
 *
 * @throws MaskPathError
 */
export function rejectBareCopies(
  field: Field,
  { table, before, after, knownOrigins }: MessageChange<Properties>,
  path: readonly string[],
): void {
  const inside = structureTable(field.shape.type);
  if (inside === undefined || field.shape.kind === "list") return;
  const isMap = field.shape.kind === "map";
  const placed = listMessages(after, field).filter(([, one]) => !knownOrigins.has(one));
  if (placed.length === 0) return;
  const removed = (isMap ? [field] : table.fields.filter((one) => isTwin(one, field)))
    .flatMap((one) => listRemoved(one, { before, after }))
    .filter(({ old }) => readSignature(inside, old).texts.size > 0);
  if (removed.length === 0) return;
  const byValues = new Map(removed.map((one) => [visibleText(inside, one.old), one]));
  const replaced = new Map(listMessages(before, field));
  for (const [key, now] of placed) {
    const was = replaced.get(key);
    const text = visibleText(inside, now);
    if (was && visibleText(inside, was) === text) continue;
    const source = isMap || was ? byValues.get(text) : removed.find(({ old }) => mayBeCopy(inside, now, old));
    if (source && omitsUnknown(readSignature(inside, now), readSignature(inside, source.old)))
      throw bareCopyError([...path, ...(key === undefined ? [] : [key])], source.path);
  }
}

function isTwin(one: Field, field: Field): boolean {
  return (
    one !== field &&
    one.shape.kind === "single" &&
    structureTable(one.shape.type) === structureTable(field.shape.type)
  );
}

interface RemovedMessage {
  /** The path from the message around it. */
  readonly path: readonly string[];
  readonly old: Properties;
}

function listRemoved(
  field: Field,
  { before, after }: Pick<MessageChange<Properties>, "before" | "after">,
): RemovedMessage[] {
  const present = new Set(listMessages(after, field).map(([key]) => key));
  return listMessages(before, field).flatMap(([key, old]) =>
    present.has(key) ? [] : [{ path: [field.name, ...(key === undefined ? [] : [key])], old }],
  );
}

function mayBeCopy(table: MessageTable, now: Properties, old: Properties): boolean {
  return ["same identity", "unknown"].includes(classifyOverlap(table, now, old));
}

/** The text of the values of a message that a response shows and the SDK knows. */
function visibleText(table: MessageTable, message: Properties): string {
  return listVisibleValues(table, message)
    .flatMap(({ path, text }) => (path.endsWith(unknownFieldsPath) ? [] : [`${path} ${text}`]))
    .join();
}
