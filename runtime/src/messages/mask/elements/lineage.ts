import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";

/**
 * Which message of the old value a message of the new one is, by reference:
 * however it was changed and wherever it stands now. Messages that were made
 * anew are not in it.
 */
export type Lineage = ReadonlyMap<object, object>;

/** Ties each message below one value to the message at the same place of another of the same shape. */
export function lineageOf(table: MessageTable, from: object, to: object): Map<object, object> {
  const lineage = new Map<object, object>();
  tie(table, from as Properties, to as Properties, lineage);
  return lineage;
}

/** Goes over two lineages: from the messages of the first to those that the second leads to. */
export function through(first: Lineage, second: Lineage): Map<object, object> {
  const both = new Map<object, object>();
  for (const [from, between] of first) {
    const to = second.get(between);
    if (to !== undefined) both.set(from, to);
  }
  return both;
}

/** An old value, a new one, and what is known of the messages of the new one. */
export interface Succession<Value extends object = object> {
  readonly table: MessageTable;
  readonly before: Value;
  readonly after: Value;
  readonly lineage: Lineage;
}

/** Tells of the messages of an old value whether they stand in the new one where they stood. Looks when first asked. */
export function stayedIn({ table, before, after, lineage }: Succession): (old: object) => boolean {
  let stayed: Set<object> | undefined;
  return (old) => {
    stayed ??= new Set(
      Array.from(lineageOf(table, after, before)).flatMap(([now, there]) =>
        lineage.get(now) === there ? [there] : [],
      ),
    );
    return stayed.has(old);
  };
}

function tie(table: MessageTable, from: Properties, to: Properties, lineage: Map<object, object>): void {
  lineage.set(from, to);
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (inside === undefined) continue;
    const others = new Map(heldMessages(to, field));
    for (const [key, message] of heldMessages(from, field)) {
      const other = others.get(key);
      if (other !== undefined) tie(inside, message, other, lineage);
    }
  }
}
