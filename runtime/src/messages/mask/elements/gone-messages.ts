import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { holdsInputOnly } from "../fields/input-only.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import type { Succession } from "./lineage.js";
import { sameIn } from "./same-messages.js";
import { shownValues } from "./shown-values.js";

/** A message that was made anew, which nobody knows by reference. */
export interface NewMessage {
  readonly table: MessageTable;
  readonly message: Properties;
  /** So was the message around it, as by spreading. */
  readonly isAmongNew: boolean;
}

/**
 * Tells of messages that were made anew whether they may be copies of some that have gone from the old value. In a
 * message that was changed in place such a copy shows the same as the old one; in one that was made anew it may have
 * been changed meanwhile, and has a value in common, or one of the two shows nothing. Looks when first asked, and at
 * types with INPUT_ONLY fields alone, which are what a copy lacks.
 */
export function copiesOfGone(succession: Succession): (made: NewMessage) => boolean {
  let gone: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return ({ table, message, isAmongNew }) => {
    gone ??= shownByGone(succession);
    const shown = gone.get(table.typeName);
    if (shown === undefined) return false;
    if (shown.has(wholeText(message))) return true;
    if (!isAmongNew) return false;
    const own = leaves(table, message);
    return own.length === 0 || shown.has(nothing) || own.some((leaf) => shown.has(leaf));
  };
}

/** Among what the gone messages of a type show, it says that one shows nothing. No field has a name that is empty. */
const nothing = "";

/** All that the messages show which have gone, by the names of their types. */
function shownByGone({
  table,
  before,
  after,
  lineage,
}: Succession): ReadonlyMap<string, ReadonlySet<string>> {
  // Messages of generated code are plain objects.
  const [old, now] = [before as Properties, after as Properties];
  const there = new Set<object>();
  visit(table, now, (message) => {
    const origin = lineage.get(message);
    if (origin !== undefined) there.add(origin);
  });
  addStaying({ table, before: old, after: now, lineage }, there);
  const gone = new Map<string, Set<string>>();
  visit(table, old, (message, type) => {
    if (there.has(message)) return;
    const shown = gone.get(type.typeName) ?? new Set();
    gone.set(type.typeName, shown);
    shown.add(wholeText(message));
    const own = leaves(type, message);
    for (const leaf of own.length > 0 ? own : [nothing]) shown.add(leaf);
  });
  return gone;
}

/** The text of all of a message; no leaf begins so. */
function wholeText(message: Properties): string {
  return ` ${dataText(message)}`;
}

/** The single values that a message shows. */
function leaves(table: MessageTable, message: Properties): readonly string[] {
  return shownValues(table, message).map(({ path, text }) => `${path} ${text}`);
}

/** Adds the old messages that are the same by their places as those that nobody knows by reference. */
function addStaying({ table, before, after, lineage }: Succession<Properties>, there: Set<object>): void {
  there.add(before);
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (!inside?.once(holdsInputOnly)) continue;
    for (const [old, now] of sameIn(field, { table: inside, before, after, lineage })) {
      if (lineage.has(now) || !there.has(old))
        addStaying({ table: inside, before: old, after: now, lineage }, there);
    }
  }
}

function visit(
  table: MessageTable,
  message: Properties,
  see: (message: Properties, type: MessageTable) => void,
): void {
  see(message, table);
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (!inside?.once(holdsInputOnly)) continue;
    for (const [, held] of heldMessages(message, field)) visit(inside, held, see);
  }
}
