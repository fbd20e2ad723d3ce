import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { listMessages, structureTable } from "../fields/message-fields.js";

/**
 * From messages of the new value to the messages of the old value that they are, however they were changed and wherever
 * they are now. Known by reference, since the program was handed those objects. New objects are not in it.
 */
export type KnownOrigins = ReadonlyMap<object, object>;

/** The origin of a message that is known to be a copy of none: it replaces the message at its place. */
export const noOrigin: object = Object.freeze({});

/** An old value, a new one, and the known origins of the messages in the new one. */
export interface MessageChange<Value extends object = object> {
  readonly table: MessageTable;
  readonly before: Value;
  readonly after: Value;
  readonly knownOrigins: KnownOrigins;
}

/** Pairs each message in one value with the message at the same place of another value of the same type. */
export function pairByPlace(table: MessageTable, from: object, to: object): Map<object, object> {
  const pairs = new Map<object, object>();
  addPairs(table, from as Properties, to as Properties, pairs);
  return pairs;
}

function addPairs(table: MessageTable, from: Properties, to: Properties, pairs: Map<object, object>): void {
  pairs.set(from, to);
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined) continue;
    const others = new Map(listMessages(to, field));
    for (const [key, message] of listMessages(from, field)) {
      const other = others.get(key);
      if (other !== undefined) addPairs(inside, message, other, pairs);
    }
  }
}

/** Joins two steps: from the keys of the first map to the values that the second one has for its values. */
export function composeOrigins(first: KnownOrigins, second: KnownOrigins): Map<object, object> {
  const composed = new Map<object, object>();
  for (const [from, between] of first) {
    const to = second.get(between);
    if (to !== undefined) composed.set(from, to);
  }
  return composed;
}

/** Returns a test whether a message of the old value is at the same place in the new one. Compares on first use. */
export function createUnmovedTest({
  table,
  before,
  after,
  knownOrigins,
}: MessageChange): (old: object) => boolean {
  let unmoved: Set<object> | undefined;
  return (old) => {
    unmoved ??= new Set(
      Array.from(pairByPlace(table, after, before)).flatMap(([now, there]) =>
        knownOrigins.get(now) === there ? [there] : [],
      ),
    );
    return unmoved.has(old);
  };
}
