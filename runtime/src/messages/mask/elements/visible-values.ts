import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { isNeverVisible } from "../fields/input-only.js";
import { listMessages, structureTable } from "../fields/message-fields.js";

/** A value that a response shows of a message or of one inside it. A copy of a message has most of its values. */
export interface VisibleValue {
  /** The proto names that lead to it, without indexes and keys. */
  readonly path: string;
  readonly text: string;
}

/**
 * Lists the visible values of a message, at any depth. A list or map of scalars is one value. INPUT_ONLY fields are not
 * visible.
 */
export function listVisibleValues(
  table: MessageTable,
  message: Properties,
  prefix = "",
): readonly VisibleValue[] {
  const values = table.fields.flatMap((field) => {
    if (field.behaviors.includes("INPUT_ONLY") || !isSerialized(message, field)) return [];
    const path = `${prefix}${field.name}`;
    const inside = structureTable(field.shape.type);
    if (!inside) return [{ path, text: toCanonicalText(readField(message, field)) }];
    return listMessages(message, field).flatMap(([, one]) => listVisibleValues(inside, one, `${path}.`));
  });
  const unknown = message["_unknownFields"];
  if (unknown !== undefined)
    values.push({ path: `${prefix}${unknownFieldsPath}`, text: toCanonicalText(unknown) });
  return values;
}

/** The end of the path of a message's unknown fields. A proto name cannot contain a space. */
export const unknownFieldsPath = "unknown fields";

/**
 * Lists the fields of a message, at any depth, whose structures show no value that the SDK knows: each as its path with the
 * paths of the structures. A copy has them too, even if it has none of the values any more.
 */
export function listEmptyStructures(
  table: MessageTable,
  message: Properties,
  prefix = "",
): readonly string[] {
  return table.fields.flatMap((field) => {
    const inside = structureTable(field.shape.type);
    if (inside === undefined || isNeverVisible(field)) return [];
    const [path, messages] = [`${prefix}${field.name}`, listMessages(message, field)];
    const isEmpty = messages.every(([, one]) =>
      listVisibleValues(inside, one).every((value) => value.path.endsWith(unknownFieldsPath)),
    );
    if (!isEmpty) return messages.flatMap(([, one]) => listEmptyStructures(inside, one, `${path}.`));
    const shapes = messages.map(([key = "", one]) =>
      [key, ...listStructurePaths(inside, one, `${key}.`)].join(),
    );
    return shapes.length > 0 ? [`${path} ${shapes.join()}`] : [];
  });
}

/** Lists the paths of the visible structures in a message. */
export function listStructurePaths(table: MessageTable, message: Properties, prefix = ""): readonly string[] {
  return table.fields.flatMap((field) => {
    const [inside, path] = [structureTable(field.shape.type), `${prefix}${field.name}`];
    if (inside === undefined || isNeverVisible(field)) return [];
    return listMessages(message, field).flatMap(([key = "", one]) => [
      `${path} ${key}`,
      ...listStructurePaths(inside, one, `${path} ${key}.`),
    ]);
  });
}
