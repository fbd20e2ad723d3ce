import type { Properties } from "../../table/field-access.js";
import { listMessages, mergedTable, structureTable } from "../fields/message-fields.js";
import type { Field } from "../../table/table.js";
import type { MessageChange } from "../elements/known-origins.js";
import { matchElements } from "../elements/match-elements.js";

/**
 * Adds to new objects the unknown fields of the messages that they stand for: elements under the key of an old one, values
 * of a map, and structures in them. Some servers replace such messages (conventions, section 4.6), and would drop what is
 * not sent. Plain structures do not need it.
 */
export function carryUnknownFields(change: MessageChange<Properties>): void {
  visitOmissions(change, false, ({ before, after }) => {
    after["_unknownFields"] = before["_unknownFields"];
    return false;
  });
}

/**
 * Finds a new object in an element that has moved which lacks the unknown fields of the message that it was made from.
 * At another index the element is sent whole, so the server would not keep them.
 *
 * @returns The path from the element; undefined if nothing is lost.
 */
export function findOmittedUnknown(change: MessageChange<Properties>): readonly string[] | undefined {
  return visitOmissions(change, true, () => true);
}

/** Visits the new objects that lack unknown fields, until `visit` returns true, and returns the path of that object. */
function visitOmissions(
  change: MessageChange<Properties>,
  isReplaced: boolean,
  visit: (pair: MessageChange<Properties>) => boolean,
): readonly string[] | undefined {
  const { table, before, after, knownOrigins } = change;
  const isNew = knownOrigins.get(after) !== before;
  const omits = before["_unknownFields"] !== undefined && after["_unknownFields"] === undefined;
  if (isReplaced && isNew && omits && visit(change)) return [];
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    const isFieldReplaced = isReplaced || mergedTable(field) === undefined;
    for (const { key, old, now } of pairMessages(field, { ...change, table: inside })) {
      const pair = { table: inside, before: old, after: now, knownOrigins };
      const path = visitOmissions(pair, isFieldReplaced, visit);
      if (path) return [field.name, ...(key === undefined ? [] : [key]), ...path];
    }
  }
  return undefined;
}

interface MessagePair {
  readonly key?: string;
  readonly old: Properties;
  readonly now: Properties;
}

/** Pairs the messages of a field with those that they are or were made from. */
function pairMessages(field: Field, change: MessageChange<Properties>): readonly MessagePair[] {
  const { before, after, knownOrigins } = change;
  if (field.shape.kind === "single") {
    const [[[, old] = []], [[, now] = []]] = [listMessages(before, field), listMessages(after, field)];
    // An object that was elsewhere is another one.
    return old && now && (knownOrigins.get(now) ?? old) === old ? [{ old, now }] : [];
  }
  return matchElements(field, change).flatMap(({ key, element: now, origin, previous, isUnmoved }) => {
    const old = origin ?? (isUnmoved ? previous : undefined);
    return old ? [{ key, old, now }] : [];
  });
}
