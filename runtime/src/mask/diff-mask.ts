import { isCarried, isScalar, readField, type Properties } from "../table/field-access.js";
import { entriesOf } from "../table/map-form.js";
import { isDefault } from "../table/scalar-default.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { standingInList, standingInMap, type StandingElement } from "./element-identity.js";
import { lackedInputOnly } from "./input-only.js";
import { lineageOf, type Lineage } from "./lineage.js";
import { MaskPathError } from "./mask-error.js";
import { printPath } from "./mask-tree.js";
import { Mask } from "./mask.js";
import { MaskSeed } from "./mask-tree.js";
import { heldMessages, structureOf } from "./message-fields.js";
import { mixedUnknown } from "./unknown-values.js";
import { nameWhole } from "./whole-element.js";

/**
 * The smallest mask with which an Update carrying `after` makes a resource that
 * is `before` equal to it: at exact indexes and keys, the shallowest field that
 * goes from carried to not carried or from another value to its default. Fields
 * that the server keeps whatever the mask says are never named: OUTPUT_ONLY, and
 * IDENTIFIER and IMMUTABLE outside lists.
 *
 * Where another element stands at a place of a list or map than before
 * (conventions, section 4), the mask names all that it does not carry, by a
 * wildcard, so that nothing of the old one stays behind: also what this SDK does
 * not know.
 *
 * Neither message is changed. Elements of `after` that are objects of `before`
 * are known by reference.
 * @throws MaskPathError where an element that is another one, or one that has
 * moved, lacks an INPUT_ONLY value that its type has: `before` cannot hold it, so
 * it would go to another element or be lost; and where the old and the new one
 * hold messages in a field that this SDK does not know, which would be mixed.
 */
export function diffMask<T extends object>(table: MessageTable<T>, before: T, after: T): Mask {
  return diffAlong(table, before, after, lineageOf(table, before, before));
}

/** The same where it is known of messages of `after` which ones of `before` they are. */
export function diffAlong(table: MessageTable, before: object, after: object, lineage: Lineage): Mask {
  const place: Place = { seed: new MaskSeed(), path: [], isInList: false, lineage };
  // Messages of generated code are plain objects.
  diffMessages(table, before as Properties, after as Properties, place);
  return new Mask(place.seed.grow());
}

/** A place of the mask that is being made. */
interface Place {
  readonly seed: MaskSeed;
  readonly path: readonly string[];
  /** What stands here may be another element than before, so that no server holds a field to the place. */
  readonly isInList: boolean;
  readonly lineage: Lineage;
}

function diffMessages(table: MessageTable, before: Properties, after: Properties, around: Place): void {
  for (const field of table.fields) {
    if (isKept(field, around)) continue;
    const [was, is] = [isCarried(before, field), isCarried(after, field)];
    const place = { ...around, path: [...around.path, field.name] };
    if (was && isReset(field, before, after)) place.seed.add(place.path);
    else if (is && structureOf(field.shape.type)) diffStructures(field, before, after, place);
    else if (was && is && !isScalar(field)) {
      diffValues(field, readField(before, field), readField(after, field), place);
    }
  }
}

/** Whether the server keeps what it has in a field. */
function isKept({ behaviors }: Field, { isInList }: Place): boolean {
  if (behaviors.includes("OUTPUT_ONLY")) return true;
  return !isInList && (behaviors.includes("IDENTIFIER") || behaviors.includes("IMMUTABLE"));
}

/** Whether a field that was carried is not any more, or has gone to its default. */
function isReset(field: Field, before: Properties, after: Properties): boolean {
  if (!isCarried(after, field)) return true;
  const { type, kind } = field.shape;
  return (
    kind === "single" &&
    isScalar(field) &&
    isDefault(type, readField(after, field)) &&
    !isDefault(type, readField(before, field))
  );
}

function diffStructures(field: Field, before: Properties, after: Properties, place: Place): void {
  const table = structureOf(field.shape.type);
  if (table === undefined) return;
  const [old, now] = [heldMessages(before, field), heldMessages(after, field)];
  if (field.shape.kind === "single") {
    const [[, left] = [], [, right] = []] = [old[0], now[0]];
    if (left && right) diffMessages(table, left, right, place);
    return;
  }
  if (field.shape.kind === "list") {
    const [left, right] = [old.map(([, one]) => one), now.map(([, one]) => one)];
    const inList = { ...place, isInList: true };
    for (const one of standingInList(table, left, right, place.lineage)) diffElement(table, one, inList);
    return;
  }
  const [left, right] = [new Map(keyed(old)), new Map(keyed(now))];
  for (const one of standingInMap(left, right, place.lineage)) diffElement(table, one, place);
}

function keyed(held: ReturnType<typeof heldMessages>): [string, Properties][] {
  return held.map(([key, message]) => [key ?? "", message]);
}

function diffElement(table: MessageTable, standing: StandingElement, around: Place): void {
  const { key, element, old, isSame, hasMoved } = standing;
  const place = { ...around, path: [...around.path, key] };
  if (old !== undefined && isSame) return diffMessages(table, old, element, place);
  const lacked = old !== undefined || hasMoved ? lackedInputOnly(table, element) : undefined;
  if (lacked) throw lostValue(place.path, lacked, hasMoved);
  if (old === undefined) return;
  const mixed = mixedUnknown(table, old, element);
  if (mixed) throw mixedValue(place.path, mixed);
  nameWhole(table, element, place);
}

function lostValue(path: readonly string[], lacked: readonly string[], hasMoved: boolean): MaskPathError {
  const [place, value] = [printPath(path), printPath([...path, ...lacked])];
  return new MaskPathError(
    value,
    `${place} ${hasMoved ? "stood elsewhere before" : "is another element than the one that stood there"}, ` +
      `and does not carry ${value}, which is INPUT_ONLY: no response shows it, so it would be lost or go to ` +
      `another element. Set ${value}, change the element where it stands, or call update with a resetMask of your own`,
  );
}

function mixedValue(path: readonly string[], inside: readonly string[]): MaskPathError {
  const place = printPath([...path, ...inside]);
  return new MaskPathError(
    place,
    `${printPath(path)} is another element than the one that stood there, and both hold messages in ${place} that ` +
      `this SDK does not know: the server would mix them. Generate the SDK from the newer API, or change the ` +
      `element where it stands`,
  );
}

/** Goes on into values of `google.protobuf`, which are merged as the messages that they are on the wire. */
function diffValues({ shape }: Field, before: unknown, after: unknown, place: Place): void {
  if (shape.kind === "single") return diffValue(shape.type, before, after, place);
  const old = new Map(shape.kind === "list" ? listEntries(before) : entriesOf(before));
  for (const [key, value] of shape.kind === "list" ? listEntries(after) : entriesOf(after)) {
    if (old.has(key)) diffValue(shape.type, old.get(key), value, { ...place, path: [...place.path, key] });
  }
}

function diffValue(type: ValueType, before: unknown, after: unknown, place: Place): void {
  if (type.kind === "message") diffMessages(type.table, before as Properties, after as Properties, place);
  if (type.kind !== "wellKnown") return;
  const { table, toMessage } = wellKnownForm(type.name);
  diffMessages(table, toMessage(before) as Properties, toMessage(after) as Properties, place);
}

function listEntries(list: unknown): [key: string, value: unknown][] {
  return Array.isArray(list) ? list.map((value: unknown, index) => [String(index), value]) : [];
}
