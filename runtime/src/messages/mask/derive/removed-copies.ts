import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { addCopiedStructures } from "../elements/copied-structures.js";
import { collectEvidence, knownText } from "../elements/element-evidence.js";
import { isVisiblyEmpty } from "../elements/element-features.js";
import type { MessageChange } from "../elements/known-origins.js";
import { matchElements } from "../elements/match-elements.js";
import { dropsUnknown, readSignature } from "../elements/unknown-signature.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import type { MaskPathError } from "../text/mask-error.js";
import { findBareCopy } from "./bare-copies.js";
import { findDroppedNumber } from "./dropped-numbers.js";
import { bareCopyError, unplacedElementError } from "./derive-errors.js";

/** Returns the object that a program has written for a message of a new value, which may be a filled copy of it. */
type GivenOf = (message: object) => object;

/** A message in a resource. */
interface PlacedMessage {
  readonly table: MessageTable;
  readonly message: Properties;
  readonly path: readonly string[];
}

/** A new object, and the old message at its place; undefined if the place is new. */
interface NewObject extends PlacedMessage {
  readonly replaced: Properties | undefined;
}

/** The messages of both values that have no partner in the other. */
interface Unpaired {
  /** Returns the object that a program has written for a message of the new value. */
  readonly givenOf: GivenOf;
  /** Old messages with unknown fields, at any depth, that are not in the new value, as far as is known. */
  readonly removed: Map<Properties, PlacedMessage>;
  readonly created: NewObject[];
  /** The error for a copy, changed or not, at the place of its original, in its list or in the field beside it. */
  bareCopy?: MaskPathError | undefined;
}

/**
 * Finds a new object that may be a copy, by JSON, of a message that was removed from another field, list or map. It, or a
 * message inside, lacks the unknown fields of that one, and all values that the SDK knows are equal, except for the key. One
 * equal value suffices in the same list (`createPossibleOrigins`) and in the field beside that of the removed message
 * (`findBareCopy`). It also finds one that lacks an unrecognized enum number of the message at its place (`findDroppedNumber`).
 *
 * New objects must not have been given unknown fields yet (`carryUnknownFields`). Unrecognized enum numbers must still be
 * unknown fields: restored (`restoreUnrecognized`), one that a copy lacks looks like a value that the program cleared.
 *
 * @returns The error for it; undefined if there is none.
 */
export function findRemovedCopy(
  change: MessageChange<Properties>,
  givenOf: GivenOf = (message) => message,
): MaskPathError | undefined {
  const removed = new Map<Properties, PlacedMessage>();
  const { table, before, after, knownOrigins } = change;
  if (!collectUnknown({ table, message: before, path: [] }, removed)) return undefined;
  if (!knownOrigins.has(after)) {
    const dropped = findDroppedNumber({ table, old: before, now: after, given: givenOf(after), path: [] });
    if (dropped) return dropped;
  }
  removed.delete(before);
  if (removed.size === 0) return undefined;
  const unpaired: Unpaired = { removed, created: [], givenOf };
  pairMessages({ ...change, knownOrigins: addCopiedStructures(change) }, [], unpaired);
  if (unpaired.bareCopy) return unpaired.bareCopy;
  const sources = new Map<string, PlacedMessage[]>();
  for (const one of removed.values())
    for (const text of listTexts(one)) sources.set(text, [...(sources.get(text) ?? []), one]);
  if (sources.size === 0) return undefined;
  for (const created of unpaired.created) {
    const { table, message, replaced, path } = created;
    if (message["_unknownFields"] !== undefined) continue;
    const [now, old] = [message, replaced].map((one) => one && knownText(collectEvidence(table, one)));
    if (now === old) continue;
    const source = listTexts(created)
      .flatMap((text) => sources.get(text) ?? [])
      .find((one) => dropsUnknown(readSignature(table, message), readSignature(table, one.message)));
    if (source) return bareCopyError(path, source.path);
  }
  return undefined;
}

/**
 * The texts of which a message and its copy have one in common, the whole of it first. Messages that show nothing are equal
 * only beside each other.
 */
function listTexts({ table, message, path }: PlacedMessage): readonly [string, ...string[]] {
  const evidence = collectEvidence(table, message);
  const { ownValues, features } = evidence;
  if (isVisiblyEmpty(features)) return [`${table.typeName} empty ${path.slice(0, -1).join(".")}`];
  const whole = `${table.typeName} whole ${knownText(evidence)}`;
  return ownValues.length > 0 ? [whole, `${table.typeName} own ${[...ownValues].sort().join()}`] : [whole];
}

/** Removes old messages that are in the new value from those that were removed, and adds the new objects. */
function pairMessages(change: MessageChange<Properties>, path: readonly string[], unpaired: Unpaired): void {
  const { before, after, knownOrigins } = change;
  for (const field of change.table.fields) {
    const table = structureTable(field.shape.type);
    if (table === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    const { kind } = field.shape;
    const add = (
      message: Properties,
      old: Properties | undefined,
      isByPlace: boolean,
      key?: string,
    ): void => {
      const origin = knownOrigins.get(message) as Properties | undefined;
      const place = [...path, field.name, ...(key === undefined ? [] : [key])];
      const replaced = origin ?? old;
      if (origin === undefined && (isByPlace || old === undefined))
        unpaired.created.push({ table, message, path: place, replaced });
      if (origin === undefined && isByPlace && old) {
        const given = unpaired.givenOf(message);
        unpaired.bareCopy ??= findDroppedNumber({ table, old, now: message, given, path: place });
      }
      if (replaced) unpaired.removed.delete(replaced);
      pairMessages({ table, before: replaced ?? {}, after: message, knownOrigins }, place, unpaired);
    };
    if (kind === "single") {
      const [[[, old] = []], [[, now] = []]] = [listMessages(before, field), listMessages(after, field)];
      if (now) add(now, old, true);
      unpaired.bareCopy ??= findBareCopy(field, change, [...path, field.name]);
      continue;
    }
    for (const match of matchElements(field, { ...change, table })) {
      const { element, origin, previous, isUnmoved, possibleOrigin, key } = match;
      if (possibleOrigin) unpaired.bareCopy ??= unplacedElementError([...path, field.name, key]);
      add(element, origin ?? (isUnmoved ? previous : undefined), kind === "map" && !origin, key);
    }
  }
}

/** Collects the messages that have unknown fields at any depth. Returns whether the given one has. */
function collectUnknown(placed: PlacedMessage, into: Map<Properties, PlacedMessage>): boolean {
  let hasUnknown = placed.message["_unknownFields"] !== undefined;
  for (const field of placed.table.fields) {
    const table = structureTable(field.shape.type);
    if (table === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    for (const [key, message] of listMessages(placed.message, field)) {
      const path = [...placed.path, field.name, ...(key === undefined ? [] : [key])];
      if (collectUnknown({ table, message, path }, into)) hasUnknown = true;
    }
  }
  if (hasUnknown) into.set(placed.message, placed);
  return hasUnknown;
}
