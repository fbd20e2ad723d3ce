import { isCarried, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { holdsInputOnly } from "../fields/input-only.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import type { Succession } from "./lineage.js";

/** Whether a message of a type may be a copy; `isAmongNew` if the message around it was made anew, too. */
export type MayBeCopy = (table: MessageTable, message: Properties, isAmongNew: boolean) => boolean;

/**
 * Tells of messages that nobody knows by reference whether they may be copies of some that have gone from the old
 * value. In a message that was changed in place they show the same; in one that was made anew, as by spreading, they
 * may have been changed meanwhile, and have a value in common, or one of the two shows nothing. Looks when first
 * asked, and at types with INPUT_ONLY fields alone, which are what a copy lacks.
 */
export function copiesOfGone(table: MessageTable, succession: Succession): MayBeCopy {
  let gone: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (type, message, isAmongNew) => {
    if (succession.lineage.has(message)) return false;
    gone ??= shownByGone(table, succession);
    const shown = gone.get(type.typeName);
    if (shown === undefined) return false;
    if (shown.has(wholeText(message))) return true;
    if (!isAmongNew) return false;
    const own = leaves(type, message);
    return own.length === 0 || shown.has(nothing) || own.some((leaf) => shown.has(leaf));
  };
}

/** Among what the gone messages of a type show, it says that one shows nothing. No field has a name that is empty. */
const nothing = "";

/** All that the messages show which have gone, by the names of their types. */
function shownByGone(
  table: MessageTable,
  { before, after, lineage }: Succession,
): ReadonlyMap<string, ReadonlySet<string>> {
  // Messages of generated code are plain objects.
  const [old, now] = [before as Properties, after as Properties];
  const there = new Set<object>();
  visit(table, now, (message) => {
    const origin = lineage.get(message);
    if (origin !== undefined) there.add(origin);
  });
  addStaying(table, { before: old, after: now, lineage, there });
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

/** The single values that a message shows, each with its path but for indexes and keys. */
function leaves(table: MessageTable, message: Properties, path = ""): readonly string[] {
  return table.fields.flatMap((field) => {
    if (field.behaviors.includes("INPUT_ONLY") || !isCarried(message, field)) return [];
    const place = `${path}${field.name}`;
    const inside = structureOf(field.shape.type);
    if (inside) return heldMessages(message, field).flatMap(([, held]) => leaves(inside, held, `${place}.`));
    return [`${place} ${dataText(readField(message, field))}`];
  });
}

/** The old messages at whose places are those that nobody knows by reference, and that are the same by their places. */
function addStaying(
  table: MessageTable,
  {
    before,
    after,
    lineage,
    there,
  }: {
    readonly before: Properties;
    readonly after: Properties;
    readonly lineage: Succession["lineage"];
    readonly there: Set<object>;
  },
): void {
  there.add(before);
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (!inside?.once(holdsInputOnly)) continue;
    const olds = new Map(heldMessages(before, field));
    for (const [key, now] of heldMessages(after, field)) {
      const old = olds.get(key);
      if (old === undefined) continue;
      const origin = lineage.get(now);
      const isNew = origin === undefined && !there.has(old);
      const isSame = isNew && (field.shape.kind !== "list" || dataText(old) === dataText(now));
      if (isSame || origin === old) addStaying(inside, { before: old, after: now, lineage, there });
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
