import { isSerialized, isScalar, readField, type Properties } from "../../table/field-access.js";
import { listEntries } from "../../table/map-form.js";
import { isDefault } from "../../table/scalar-default.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";
import { wellKnownForm } from "../../table/well-known.js";
import { matchElements, type ElementMatch } from "../elements/match-elements.js";
import { findMissingInputOnly } from "../fields/input-only.js";
import { restoreUnrecognized } from "../fields/unrecognized-enums.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { findRetainedIdentifier } from "./immutable-fields.js";
import {
  composeOrigins,
  noOrigin,
  pairByPlace,
  type KnownOrigins,
  type MessageChange,
} from "../elements/known-origins.js";
import { rejectMissingInputOnly, type MessageOrigins, resolveOrigins } from "./missing-input-only.js";
import {
  ambiguousStructureError,
  mergedUnknownError,
  missingInputOnlyError,
  omittedUnknownError,
  retainedIdentifierError,
  unplacedElementError,
} from "./derive-errors.js";
import { addCopiedStructures } from "../elements/copied-structures.js";
import { findOmittedUnknown } from "./omitted-unknown-fields.js";
import { Mask } from "../text/mask.js";
import { MutableMaskNode } from "../text/mask-tree.js";
import { listMessages, mergedTable, structureTable } from "../fields/message-fields.js";
import { findRemovedCopy } from "./removed-copies.js";
import { findMergedUnknown } from "./merged-unknown-fields.js";
import { clearOmittedInside, clearOmittedInValues, clearOmitted } from "./clear-omitted.js";

/**
 * Derives the smallest mask with which an Update that carries `after` makes a resource equal to it, if it was `before`.
 * The mask names, at exact indexes and keys, the shallowest field that `before` carries and `after` does not, or that
 * changes from another value to its default.
 *
 * - Fields that the server keeps are never named: OUTPUT_ONLY ones, and IDENTIFIER and IMMUTABLE ones outside of lists.
 * - In a single `google.protobuf` value that changes, everything that it omits is named. Otherwise it would be mixed with
 *   what another writer has set in the meantime.
 * - If another message is at a place than before (conventions, section 4), a wildcard clears all that it omits, including
 *   fields that this SDK does not know.
 *
 * Neither message is changed. Messages in `after` that are objects of `before` are recognized by reference.
 *
 * @throws MaskPathError in these cases:
 *
 * - A message that is another one, or has moved, lacks an INPUT_ONLY value that its type has. `before` cannot contain it,
 *   so it would go to another message or be lost.
 * - Such a message lacks an identifier that the server retains at its place.
 * - It and the old message at its place have messages in an unknown field, which the server would merge.
 * - A new object in a list may be an old element without its unknown fields, or a copy that has moved lacks some of them.
 * - A new object may be a copy of a removed one, in any field, list or map, without its unknown fields.
 * - A new object may be a copy of the message at its place, without an unrecognized enum number of it.
 * - A new structure in a single field or under a key may be a copy of a message elsewhere, and a server would keep hidden values of the
 *   old one.
 * - A list of a closed enum was changed so that the positions of its unrecognized numbers are not known.
 */
export function diffMask<T extends object>(table: MessageTable<T>, before: T, after: T): Mask {
  // Messages of generated code are plain objects.
  const [read, given] = [before as Properties, after as Properties];
  const old = restoreUnrecognized(table, read);
  const now = restoreUnrecognized(table, given);
  const oldPairs = pairByPlace(table, before, old);
  const knownOrigins = now === after ? oldPairs : composeOrigins(pairByPlace(table, now, after), oldPairs);
  const change = { table, before: old, after: now, knownOrigins };
  const mask = diffWithOrigins(table, old, now, addCopiedStructures(change));
  const readOrigins = pairByPlace(table, before, before);
  const removedCopy = findRemovedCopy({ table, before: read, after: given, knownOrigins: readOrigins });
  if (removedCopy) throw removedCopy;
  return mask;
}

/**
 * Derives the same mask if the origins of messages in `after` are known, because a program was handed them. Those of copied
 * structures must be among them (`addCopiedStructures`). Copies of removed messages are not rejected (`findRemovedCopy`).
 */
export function diffWithOrigins(
  table: MessageTable,
  before: object,
  after: object,
  knownOrigins: KnownOrigins,
): Mask {
  const place: Place = {
    tree: new MutableMaskNode(),
    path: [],
    isInList: false,
    isInCollection: false,
    isSentWhole: false,
    isInNewMessage: true,
    ...resolveOrigins({ table, before, after, knownOrigins }),
  };
  // Messages of generated code are plain objects.
  diffMessages(table, before as Properties, after as Properties, place);
  return new Mask(place.tree);
}

/** A place in both messages, and the mask that is derived. */
interface Place extends MessageOrigins {
  readonly tree: MutableMaskNode;
  readonly path: readonly string[];
  /** Whether it is below a list, where another element may be at the place than before and no field is immutable. */
  readonly isInList: boolean;
  /** Whether it is below a list or a map, which the last writer replaces. */
  readonly isInCollection: boolean;
  /** Whether all of the message around it is sent, changed or not. */
  readonly isSentWhole: boolean;
  /** Whether the message around it is a new object. */
  readonly isInNewMessage: boolean;
}

function diffMessages(table: MessageTable, before: Properties, after: Properties, around: Place): void {
  const isInNewMessage = !around.knownOrigins.has(after);
  for (const field of table.fields) {
    if (isRetained(field, around)) continue;
    const [was, is] = [isSerialized(before, field), isSerialized(after, field)];
    const place = { ...around, path: [...around.path, field.name], isInNewMessage };
    if (was && isReset(field, before, after)) place.tree.add(place.path);
    else if (is && structureTable(field.shape.type)) diffStructures(field, { before, after }, place);
    else if (is && !isScalar(field)) {
      diffValues(field, was ? readField(before, field) : undefined, readField(after, field), place);
    }
  }
}

/** Whether the server retains its value of a field. */
function isRetained({ behaviors }: Field, { isInList }: Place): boolean {
  if (behaviors.includes("OUTPUT_ONLY")) return true;
  return !isInList && (behaviors.includes("IDENTIFIER") || behaviors.includes("IMMUTABLE"));
}

/** Whether a field is no longer carried, or has changed to its default. */
function isReset(field: Field, before: Properties, after: Properties): boolean {
  if (!isSerialized(after, field)) return true;
  const { type, kind } = field.shape;
  return (
    kind === "single" &&
    isScalar(field) &&
    isDefault(type, readField(after, field)) &&
    !isDefault(type, readField(before, field))
  );
}

function diffStructures(
  field: Field,
  { before, after }: Pick<MessageChange<Properties>, "before" | "after">,
  place: Place,
): void {
  const table = structureTable(field.shape.type);
  if (table === undefined) return;
  if (field.shape.kind === "single") {
    const [[[, old] = []], [[, now] = []]] = [listMessages(before, field), listMessages(after, field)];
    if (now) diffStructure(table, old, now, { ...place, isReplaced: !mergedTable(field) });
    return;
  }
  const isInList = place.isInList || field.shape.kind === "list";
  const change = { table, before, after, knownOrigins: place.knownOrigins };
  for (const match of matchElements(field, change))
    diffElement(table, match, { ...place, isInList, isInCollection: true }, field.shape.kind === "map");
}

/** Compares a single structure. It is the one that was there, unless it is the very object that was elsewhere. */
function diffStructure(
  table: MessageTable,
  old: Properties | undefined,
  element: Properties,
  { isReplaced, ...place }: Place & { readonly isReplaced: boolean },
): void {
  const origin = place.knownOrigins.get(element);
  if (origin === undefined || origin === old) {
    if (old === undefined) {
      rejectMissingInputOnly(table, element, place);
      return clearOmittedInValues(table, element, place);
    }
    rejectUnclearCopy(table, old, element, place);
    const isSentWhole =
      place.isSentWhole || (isReplaced && toCanonicalText(old) !== toCanonicalText(element));
    return diffMessages(table, old, element, { ...place, isSentWhole });
  }
  diffOther(table, { element, previous: old, hasMoved: !place.isUnmoved(origin) }, place);
  if (old === undefined) clearOmittedInValues(table, element, place);
}

/** Rejects a new object that may be the old one at its place, changed, or a copy of a message elsewhere. */
function rejectUnclearCopy(table: MessageTable, old: Properties, now: Properties, place: Place): void {
  if (place.knownOrigins.has(now) || toCanonicalText(old) === toCanonicalText(now)) return;
  const source = place.findCopySource({ table, old, now });
  if (source) throw ambiguousStructureError(place.path, source);
}

function diffElement(table: MessageTable, match: ElementMatch, around: Place, isInMap: boolean): void {
  const { key, element, previous, isUnmoved } = match;
  const place = { ...around, path: [...around.path, key] };
  if (previous !== undefined && isUnmoved) {
    if (isInMap) rejectUnclearCopy(table, previous, element, place);
    return diffMessages(table, previous, element, place);
  }
  if (match.possibleOrigin !== undefined) throw unplacedElementError(place.path);
  const { origin } = match;
  const omitted =
    origin && findOmittedUnknown({ table, before: origin, after: element, knownOrigins: place.knownOrigins });
  if (omitted) throw omittedUnknownError(place.path, omitted);
  diffOther(table, match, place);
}

/** Compares a message with another one that was at its place, or with none. */
function diffOther(
  table: MessageTable,
  { element, previous, hasMoved }: Pick<ElementMatch, "element" | "previous" | "hasMoved">,
  place: Place,
): void {
  const isNew = (previous === undefined && !hasMoved) || place.knownOrigins.get(element) === noOrigin;
  if (isNew) rejectMissingInputOnly(table, element, place);
  const missing = isNew ? undefined : findMissingInputOnly(table, element);
  if (missing) throw missingInputOnlyError(place.path, missing, hasMoved ? "moved" : "other");
  if (previous === undefined) return;
  const retained = place.isInList ? undefined : findRetainedIdentifier(table, previous, element);
  if (retained) throw retainedIdentifierError(place.path, retained);
  const merged = findMergedUnknown(table, previous, element);
  if (merged) throw mergedUnknownError(place.path, merged);
  clearOmitted(table, element, place);
}

/** Compares `google.protobuf` values, which a server merges as messages, whatever their TypeScript form is. */
function diffValues(field: Field, before: unknown, after: unknown, place: Place): void {
  const { type, kind } = field.shape;
  if (kind === "single") {
    if (before !== undefined) diffValue(type, before, after, place);
    const isSent = place.isSentWhole || toCanonicalText(before) !== toCanonicalText(after);
    if (isSent && !place.isInCollection) clearOmittedInside(field, after, place);
    return;
  }
  if (before === undefined) return;
  const old = new Map(listEntries(before));
  for (const [key, value] of listEntries(after)) {
    if (old.has(key)) diffValue(type, old.get(key), value, { ...place, path: [...place.path, key] });
  }
}

function diffValue(type: ValueType, before: unknown, after: unknown, place: Place): void {
  if (type.kind === "message") diffMessages(type.table, before as Properties, after as Properties, place);
  if (type.kind !== "wellKnown") return;
  const { table, toMessage } = wellKnownForm(type.name);
  diffMessages(table, toMessage(before) as Properties, toMessage(after) as Properties, place);
}
