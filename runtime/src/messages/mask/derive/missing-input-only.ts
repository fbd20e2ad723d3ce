import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { containsInputOnly, findMissingField, findMissingInputOnly } from "../fields/input-only.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import {
  createUnmovedTest,
  type KnownOrigins,
  type MessageChange,
  noOrigin,
} from "../elements/known-origins.js";
import { createCopySourceSearch, type FindCopySource } from "../elements/copied-structures.js";
import { createRemovedCopyTest, type NewMessage } from "../elements/removed-messages.js";
import { missingInputOnlyError } from "./derive-errors.js";

/** The origins of the messages in a new value. */
export interface MessageOrigins {
  readonly knownOrigins: KnownOrigins;
  /** Whether a message of the old value is at the same place in the new one. */
  readonly isUnmoved: (old: object) => boolean;
  /** Whether a new message may be a copy of one that was removed. */
  readonly mayBeRemovedCopy: (created: NewMessage) => boolean;
  readonly findCopySource: FindCopySource;
}

/** Resolves the origins of a new value. Most comparisons run on first use. */
export function resolveOrigins(change: MessageChange): MessageOrigins {
  const { knownOrigins } = change;
  return {
    knownOrigins,
    isUnmoved: createUnmovedTest(change),
    mayBeRemovedCopy: createRemovedCopyTest(change),
    findCopySource: createCopySourceSearch(change),
  };
}

/** The new place of a message. */
interface NewPlace extends MessageOrigins {
  readonly path: readonly string[];
  /** Whether the message around it is new too. */
  readonly isInNewMessage: boolean;
}

/**
 * Rejects a message at a new place if it, or one in it, was or may have been elsewhere before, and lacks an INPUT_ONLY
 * value that its type has.
 *
 * @throws MaskPathError
 */
export function rejectMissingInputOnly(table: MessageTable, message: Properties, place: NewPlace): void {
  if (!table.once(containsInputOnly)) return;
  const origin = place.knownOrigins.get(message);
  if (origin !== undefined && origin !== noOrigin) {
    const missing = place.isUnmoved(origin) ? undefined : findMissingInputOnly(table, message);
    if (missing) throw missingInputOnlyError(place.path, missing, "moved");
    return;
  }
  const missing = origin ? undefined : findMissingField(table, message);
  if (missing && place.mayBeRemovedCopy({ table, message, isInNewMessage: place.isInNewMessage }))
    throw missingInputOnlyError(place.path, missing, "copy");
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined || field.behaviors.some((one) => neverCopied.includes(one))) continue;
    for (const [key, one] of listMessages(message, field)) {
      const path = [...place.path, field.name, ...(key === undefined ? [] : [key])];
      rejectMissingInputOnly(inside, one, { ...place, path });
    }
  }
}

/** Behaviors of fields that a program either does not write or cannot read, so that it copies nothing from them. */
const neverCopied: readonly string[] = ["OUTPUT_ONLY", "INPUT_ONLY"];
