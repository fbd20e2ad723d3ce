import { isCarried, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { ImmutableFieldError } from "../text/mask-error.js";
import { printPath } from "../text/mask-tree.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import { TableView } from "../rules/table-view.js";
import { areEqualIn } from "../rules/message-view.js";

/**
 * Refuses a change of what is set at creation only, which a server would refuse
 * or ignore: IMMUTABLE and IDENTIFIER fields of messages that stay. That is the
 * message itself, structures that both carry, and values of one key of a map;
 * elements of lists have no place of their own. Also refuses another member of
 * a oneof beside an OUTPUT_ONLY one, which the server alone takes away. Throws
 * an `ImmutableFieldError`.
 */
export function requireHeldFields(
  table: MessageTable,
  before: object,
  after: object,
  path: readonly string[] = [],
): void {
  const [old, now] = [before as Properties, after as Properties];
  for (const field of table.fields) {
    const place = [...path, field.name];
    if (isBroken(table, field, old, now)) throw new ImmutableFieldError(printPath(place));
    const inside = structureOf(field.shape.type);
    if (inside === undefined || field.shape.kind === "list" || field.behaviors.includes("OUTPUT_ONLY"))
      continue;
    const held = new Map(heldMessages(old, field));
    for (const [key, message] of heldMessages(now, field)) {
      const other = held.get(key);
      if (other) requireHeldFields(inside, other, message, key === undefined ? place : [...place, key]);
    }
  }
}

/**
 * The path of an identifier that the message at a place outside of lists has, and another one that is to stand
 * there does not carry: the server would keep it. Undefined if there is none.
 */
export function keptIdentifier(
  table: MessageTable,
  old: Properties,
  now: Properties,
): readonly string[] | undefined {
  for (const field of table.fields) {
    const { behaviors, shape } = field;
    if (behaviors.includes("IDENTIFIER") && isCarried(old, field) && !isCarried(now, field))
      return [field.name];
    const inside = structureOf(shape.type);
    if (inside === undefined || shape.kind === "list" || behaviors.includes("OUTPUT_ONLY")) continue;
    const before = new Map(heldMessages(old, field));
    for (const [key, message] of heldMessages(now, field)) {
      const was = before.get(key);
      const path = was && keptIdentifier(inside, was, message);
      if (path) return [field.name, ...(key === undefined ? [] : [key]), ...path];
    }
  }
  return undefined;
}

function isBroken(table: MessageTable, field: Field, before: Properties, after: Properties): boolean {
  const { behaviors, oneof } = field;
  const [was, is] = [isCarried(before, field), isCarried(after, field)];
  if (behaviors.includes("OUTPUT_ONLY")) {
    return oneof !== undefined && was && !is && after[oneof.local] !== undefined;
  }
  const isIdentifier = behaviors.includes("IDENTIFIER");
  if (!isIdentifier && !behaviors.includes("IMMUTABLE")) return false;
  // An identifier that is left out says nothing else than the one that was read.
  if (!is && (!was || isIdentifier)) return false;
  // What no response shows may be what the server has.
  if (!was && behaviors.includes("INPUT_ONLY")) return false;
  if (was !== is) return true;
  const view = new TableView(table, before).field(field.name);
  return view !== undefined && !areEqualIn(view, new TableView(table, before), new TableView(table, after));
}
