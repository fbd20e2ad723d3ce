import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { containsInputOnly } from "../fields/input-only.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import type { MessageChange } from "./known-origins.js";
import { findUnmoved } from "./unmoved-messages.js";
import { listEmptyStructures, listVisibleValues } from "./visible-values.js";

/** A new message whose origin is not known. */
export interface NewMessage {
  readonly table: MessageTable;
  readonly message: Properties;
  /** Whether the message around it is new too, as after spreading. */
  readonly isInNewMessage: boolean;
}

/**
 * Returns a test whether a new message may be a copy of one that was removed from the old value. Compares on first use,
 * and only messages of types with INPUT_ONLY fields, because a copy lacks those.
 *
 * In a message that was changed in place, a copy is equal to the removed message. In a new message the copy may have
 * been changed too. Then it is enough that the two have a value in common, or a field with the same empty structures, or
 * that one of them shows no value.
 */
export function createRemovedCopyTest(change: MessageChange): (created: NewMessage) => boolean {
  let removed: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return ({ table, message, isInNewMessage }) => {
    removed ??= collectRemovedTexts(change);
    const texts = removed.get(table.typeName);
    if (texts === undefined) return false;
    if (texts.has(toWholeText(message))) return true;
    if (!isInNewMessage) return false;
    const values = listValueTexts(table, message);
    return values.length === 0 || texts.has(noValue) || values.some((text) => texts.has(text));
  };
}

/** Represents a removed message without visible values. The text of a value is never empty. */
const noValue = "";

/** Collects the texts of all removed messages and of their visible values, by type name. */
function collectRemovedTexts({
  table,
  before,
  after,
  knownOrigins,
}: MessageChange): ReadonlyMap<string, ReadonlySet<string>> {
  // Messages of generated code are plain objects.
  const [old, now] = [before as Properties, after as Properties];
  const present = new Set<object>();
  visitMessages(table, now, (message) => {
    const origin = knownOrigins.get(message);
    if (origin !== undefined) present.add(origin);
  });
  addUnmoved({ table, before: old, after: now, knownOrigins }, present);
  const removed = new Map<string, Set<string>>();
  visitMessages(table, old, (message, type) => {
    if (present.has(message)) return;
    const texts = removed.get(type.typeName) ?? new Set();
    removed.set(type.typeName, texts);
    texts.add(toWholeText(message));
    const values = listValueTexts(type, message);
    for (const text of values.length > 0 ? values : [noValue]) texts.add(text);
  });
  return removed;
}

/** The text of a whole message. The text of a value never begins with a space. */
function toWholeText(message: Properties): string {
  return ` ${toCanonicalText(message)}`;
}

function listValueTexts(table: MessageTable, message: Properties): readonly string[] {
  const values = listVisibleValues(table, message).map(({ path, text }) => `${path} ${text}`);
  return values.length > 0 ? [...values, ...listEmptyStructures(table, message)] : [];
}

/** Adds the old messages at whose places are new objects that count as the same messages. */
function addUnmoved(
  { table, before, after, knownOrigins }: MessageChange<Properties>,
  present: Set<object>,
): void {
  present.add(before);
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (!inside?.once(containsInputOnly)) continue;
    for (const [old, now] of findUnmoved(field, { table: inside, before, after, knownOrigins })) {
      if (knownOrigins.has(now) || !present.has(old))
        addUnmoved({ table: inside, before: old, after: now, knownOrigins }, present);
    }
  }
}

function visitMessages(
  table: MessageTable,
  message: Properties,
  visit: (message: Properties, type: MessageTable) => void,
): void {
  visit(message, table);
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (!inside?.once(containsInputOnly)) continue;
    for (const [, one] of listMessages(message, field)) visitMessages(inside, one, visit);
  }
}
