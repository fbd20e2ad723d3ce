import type { Properties } from "../../table/field-access.js";
import type { Field } from "../../table/table.js";
import { listMessages } from "../fields/message-fields.js";
import type { MessageChange } from "./known-origins.js";
import { matchElements } from "./match-elements.js";

/** A message that is at the same place before and after a change, with its index or key in a list or map. */
type UnmovedMessage = readonly [old: Properties, now: Properties, key?: string];

/**
 * Finds the unmoved messages of a field. The structure of a single field is unmoved, unless it is the very object that
 * was elsewhere.
 *
 * @param change the change of the message that has the field, with the table of the messages in the field
 */
export function findUnmoved(field: Field, change: MessageChange<Properties>): UnmovedMessage[] {
  const { before, after, knownOrigins } = change;
  if (field.shape.kind !== "single") {
    return matchElements(field, change).flatMap(({ previous, element, key, isUnmoved }): UnmovedMessage[] =>
      previous !== undefined && isUnmoved ? [[previous, element, key]] : [],
    );
  }
  const [[[, old] = []], [[, now] = []]] = [listMessages(before, field), listMessages(after, field)];
  const origin = now && knownOrigins.get(now);
  return old && now && (origin ?? old) === old ? [[old, now]] : [];
}
