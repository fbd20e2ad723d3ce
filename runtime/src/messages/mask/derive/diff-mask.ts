import { isCarried, isScalar, readField, type Properties } from "../../table/field-access.js";
import { entriesOf } from "../../table/map-form.js";
import { isDefault } from "../../table/scalar-default.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";
import { wellKnownForm } from "../../table/well-known.js";
import { standingIn, type StandingElement } from "../elements/element-identity.js";
import { lackedInputOnly } from "../fields/input-only.js";
import { withKept } from "../fields/kept-values.js";
import { dataText } from "../fields/data-text.js";
import { keptIdentifier } from "./held-fields.js";
import { lineageOf, through, type Lineage, type Succession } from "../elements/lineage.js";
import { requireBrought, type Whereabouts, whereaboutsIn } from "./lost-values.js";
import { keptValue, lostValue, mixedValue } from "./move-refusal.js";
import { Mask } from "../text/mask.js";
import { MaskSeed } from "../text/mask-tree.js";
import { heldMessages, mergedStructure, structureOf } from "../fields/message-fields.js";
import { mixedUnknown } from "./unknown-values.js";
import { nameInside, nameValues, nameWhole } from "./whole-element.js";

/**
 * The smallest mask with which an Update carrying `after` makes a resource that
 * is `before` equal to it: at exact indexes and keys, the shallowest field that
 * goes from carried to not carried or from another value to its default. Fields
 * that the server keeps whatever the mask says are never named: OUTPUT_ONLY, and
 * IDENTIFIER and IMMUTABLE outside lists, of messages that stay.
 *
 * A value of `google.protobuf` that changes, and stands alone, is named in all
 * that it does not carry, so that it does not mix with what another writer has
 * made of it in the meantime.
 *
 * If another message is at a place than before (conventions, section 4),
 * the mask names all that it does not carry, by a wildcard, so that nothing of
 * the old one stays behind: also what this SDK does not know.
 *
 * Neither message is changed. Messages in `after` that are objects of `before`
 * are known by reference.
 * @throws MaskPathError if a message that is another one, or one that has
 * moved, lacks an INPUT_ONLY value that its type has: `before` cannot hold it, so
 * it would go to another message or be lost; where it lacks an identifier that the
 * place keeps; and where the old and the new one hold messages in a field that
 * this SDK does not know, which would be mixed; and for a list that was changed so
 * that nobody knows where in it the numbers belong that its closed enum does not have.
 */
export function diffMask<T extends object>(table: MessageTable<T>, before: T, after: T): Mask {
  // Messages of generated code are plain objects.
  const [old, now] = [before, after].map((one) => withKept(table, one as Properties)) as [object, object];
  const ofOld = lineageOf(table, before, old);
  const lineage = now === after ? ofOld : through(lineageOf(table, now, after), ofOld);
  return diffAlong(table, old, now, lineage);
}

/** The same if it is known of messages of `after` which ones of `before` they are, since a program was handed those. */
export function diffAlong(table: MessageTable, before: object, after: object, lineage: Lineage): Mask {
  const place: Place = {
    seed: new MaskSeed(),
    path: [],
    isInList: false,
    isOneOfMany: false,
    isWhole: false,
    isAmongNew: true,
    ...whereaboutsIn({ table, before, after, lineage }),
  };
  // Messages of generated code are plain objects.
  diffMessages(table, before as Properties, after as Properties, place);
  return new Mask(place.seed);
}

/** A place of the mask that is being made. */
interface Place extends Whereabouts {
  readonly seed: MaskSeed;
  readonly path: readonly string[];
  /** What stands here may be another element than before, so that no server holds a field to the place. */
  readonly isInList: boolean;
  /** Below a list or a map, of which the last writer's is the one that stays. */
  readonly isOneOfMany: boolean;
  /** All of the message around is sent, whether it has changed or not. */
  readonly isWhole: boolean;
  /** The message around was made anew. */
  readonly isAmongNew: boolean;
}

function diffMessages(table: MessageTable, before: Properties, after: Properties, around: Place): void {
  const isAmongNew = !around.lineage.has(after);
  for (const field of table.fields) {
    if (isKept(field, around)) continue;
    const [was, is] = [isCarried(before, field), isCarried(after, field)];
    const place = { ...around, path: [...around.path, field.name], isAmongNew };
    if (was && isReset(field, before, after)) place.seed.add(place.path);
    else if (is && structureOf(field.shape.type)) diffStructures(field, { before, after }, place);
    else if (is && !isScalar(field)) {
      diffValues(field, was ? readField(before, field) : undefined, readField(after, field), place);
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

function diffStructures(
  field: Field,
  { before, after }: Pick<Succession<Properties>, "before" | "after">,
  place: Place,
): void {
  const table = structureOf(field.shape.type);
  if (table === undefined) return;
  if (field.shape.kind === "single") {
    const [[[, old] = []], [[, now] = []]] = [heldMessages(before, field), heldMessages(after, field)];
    if (now) diffStructure(table, old, now, { ...place, goesWhole: !mergedStructure(field) });
    return;
  }
  const isInList = place.isInList || field.shape.kind === "list";
  const succession = { table, before, after, lineage: place.lineage };
  for (const one of standingIn(field, succession))
    diffElement(table, one, { ...place, isInList, isOneOfMany: true });
}

/** A structure that is alone in its field is the one that was there, unless it is the very object that was elsewhere. */
function diffStructure(
  table: MessageTable,
  old: Properties | undefined,
  element: Properties,
  { goesWhole, ...place }: Place & { readonly goesWhole: boolean },
): void {
  const origin = place.lineage.get(element);
  if (origin === undefined || origin === old) {
    if (old === undefined) {
      requireBrought(table, element, place);
      return nameValues(table, element, place);
    }
    const isWhole = place.isWhole || (goesWhole && dataText(old) !== dataText(element));
    return diffMessages(table, old, element, { ...place, isWhole });
  }
  diffOther(table, { element, old, hasMoved: !place.hasStayed(origin) }, place);
  if (old === undefined) nameValues(table, element, place);
}

function diffElement(table: MessageTable, standing: StandingElement, around: Place): void {
  const { key, element, old, isSame } = standing;
  const place = { ...around, path: [...around.path, key] };
  if (old !== undefined && isSame) diffMessages(table, old, element, place);
  else diffOther(table, standing, place);
}

/** A message at a place where another one stood, or none. */
function diffOther(
  table: MessageTable,
  { element, old, hasMoved }: Pick<StandingElement, "element" | "old" | "hasMoved">,
  place: Place,
): void {
  if (old === undefined && !hasMoved) return requireBrought(table, element, place);
  const lacked = lackedInputOnly(table, element);
  if (lacked) throw lostValue(place.path, lacked, hasMoved ? "moved" : "other");
  if (old === undefined) return;
  const kept = place.isInList ? undefined : keptIdentifier(table, old, element);
  if (kept) throw keptValue(place.path, kept);
  const mixed = mixedUnknown(table, old, element);
  if (mixed) throw mixedValue(place.path, mixed);
  nameWhole(table, element, place);
}

/** Goes on into values of `google.protobuf`, which are merged as the messages that they are on the wire. */
function diffValues(field: Field, before: unknown, after: unknown, place: Place): void {
  const { type, kind } = field.shape;
  if (kind === "single") {
    if (before !== undefined) diffValue(type, before, after, place);
    const isSent = place.isWhole || dataText(before) !== dataText(after);
    if (isSent && !place.isOneOfMany) nameInside(field, after, place);
    return;
  }
  if (before === undefined) return;
  const old = new Map(entriesOf(before));
  for (const [key, value] of entriesOf(after)) {
    if (old.has(key)) diffValue(type, old.get(key), value, { ...place, path: [...place.path, key] });
  }
}

function diffValue(type: ValueType, before: unknown, after: unknown, place: Place): void {
  if (type.kind === "message") diffMessages(type.table, before as Properties, after as Properties, place);
  if (type.kind !== "wellKnown") return;
  const { table, toMessage } = wellKnownForm(type.name);
  diffMessages(table, toMessage(before) as Properties, toMessage(after) as Properties, place);
}
