import { isSerialized, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { ImmutableFieldError } from "../text/mask-error.js";
import { formatPath } from "../text/mask-tree.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import { TableView } from "../rules/table-view.js";
import { areEqualIn } from "../rules/message-view.js";

/**
 * Rejects changes of IMMUTABLE and IDENTIFIER fields, which a server would refuse or ignore. Compares the message itself,
 * structures that both values carry, and values of one key of a map. Elements of lists are not bound to their place.
 * Also rejects another member of a oneof whose OUTPUT_ONLY member is set, because only the server removes that one.
 *
 * @throws ImmutableFieldError
 */
export function rejectImmutableChanges(
  table: MessageTable,
  before: object,
  after: object,
  path: readonly string[] = [],
): void {
  const [old, now] = [before as Properties, after as Properties];
  for (const field of table.fields) {
    const place = [...path, field.name];
    if (isForbiddenChange(table, field, old, now)) throw new ImmutableFieldError(formatPath(place));
    const inside = structureTable(field.shape.type);
    if (inside === undefined || field.shape.kind === "list" || field.behaviors.includes("OUTPUT_ONLY"))
      continue;
    const oldMessages = new Map(listMessages(old, field));
    for (const [key, message] of listMessages(now, field)) {
      const other = oldMessages.get(key);
      if (other) rejectImmutableChanges(inside, other, message, key === undefined ? place : [...place, key]);
    }
  }
}

/**
 * Finds the path of an identifier that a server would retain, outside of lists: the old message at a place has it, and the
 * other message that replaces it does not carry one. Undefined if there is none.
 */
export function findRetainedIdentifier(
  table: MessageTable,
  old: Properties,
  now: Properties,
): readonly string[] | undefined {
  for (const field of table.fields) {
    const { behaviors, shape } = field;
    if (behaviors.includes("IDENTIFIER") && isSerialized(old, field) && !isSerialized(now, field))
      return [field.name];
    const inside = structureTable(shape.type);
    if (inside === undefined || shape.kind === "list" || behaviors.includes("OUTPUT_ONLY")) continue;
    const oldMessages = new Map(listMessages(old, field));
    for (const [key, message] of listMessages(now, field)) {
      const other = oldMessages.get(key);
      const path = other && findRetainedIdentifier(inside, other, message);
      if (path) return [field.name, ...(key === undefined ? [] : [key]), ...path];
    }
  }
  return undefined;
}

function isForbiddenChange(
  table: MessageTable,
  field: Field,
  before: Properties,
  after: Properties,
): boolean {
  const { behaviors, oneof } = field;
  const [was, is] = [isSerialized(before, field), isSerialized(after, field)];
  if (behaviors.includes("OUTPUT_ONLY")) {
    return oneof !== undefined && was && !is && after[oneof.local] !== undefined;
  }
  const isIdentifier = behaviors.includes("IDENTIFIER");
  if (!isIdentifier && !behaviors.includes("IMMUTABLE")) return false;
  // An identifier that is left out means the one that was read.
  if (!is && (!was || isIdentifier)) return false;
  // The server may have the same value, which no response shows.
  if (!was && behaviors.includes("INPUT_ONLY")) return false;
  if (was !== is) return true;
  const view = new TableView(table, before).field(field.name);
  return view !== undefined && !areEqualIn(view, new TableView(table, before), new TableView(table, after));
}
