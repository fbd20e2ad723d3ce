import { dataText } from "../mask/fields/data-text.js";
import type { Lineage } from "../mask/derive/lineage.js";
import { heldMessages, mergedStructure, structureOf } from "../mask/fields/message-fields.js";
import { isRecord, propertyName, readField, readNamed, type Properties } from "../table/field-access.js";
import { fill } from "../table/fill.js";
import { keptField, unknownFieldsOf } from "../table/kept-value.js";
import type { MessageTable } from "../table/table.js";

/** A resource that was handed to a callback. */
interface HandedOut {
  readonly table: MessageTable;
  /** The resource as it was read. */
  readonly before: object;
  /** The object that the callback got, with whatever it has done to it. */
  readonly draft: object;
  /** All objects that were in it. */
  readonly parts: ReadonlySet<object>;
  /** From its messages to those of `before`. */
  readonly lineage: Lineage;
}

/** All objects in a value, and itself. */
export function objectsIn(value: unknown, found: Set<object> = new Set()): Set<object> {
  if (!isRecord(value) || found.has(value)) return found;
  found.add(value);
  if (value instanceof Uint8Array) return found;
  const inside = value instanceof Map ? value.values() : Object.values(value);
  for (const one of inside) objectsIn(one, found);
  return found;
}

/**
 * The resource that a callback means: the one that it was given, unless it returns another object. Other results of
 * functions in one line do not count: a primitive, an array, the given resource, a part of it.
 *
 * Another object must be the whole resource, made of the given one, since what it lacks would be cleared: it has the id,
 * and on every level that is new each property that was read, `undefined` if it is to be cleared.
 *
 * @throws TypeError that names what is missing, and for an object that is not the resource or lacks what the callback
 * has changed in the given one.
 */
export function meantResource(handedOut: HandedOut, returned: unknown): object {
  const { table, before, draft, parts, lineage } = handedOut;
  if (returned === null || (typeof returned !== "object" && typeof returned !== "function")) return draft;
  if (Array.isArray(returned) || parts.has(returned) || objectsIn(draft).has(returned)) return draft;
  requireIdentity(table, before, returned);
  const meant = returned as Properties;
  requireProperties({ table, parts, lineage, isTaken: false }, before as Properties, meant, []);
  const [drafted, filled] = [
    fill(table as MessageTable<object>, draft),
    fill(table as MessageTable<object>, meant),
  ];
  const lost = lostChange(table, before as Properties, drafted as Properties, filled as Properties);
  if (lost) {
    throw new TypeError(
      `the callback changed ${lost.join(".")} of the resource that it was given, and returned another object without ` +
        "that change: return nothing, or make all changes in what is returned",
    );
  }
  return meant;
}

function requireIdentity(table: MessageTable, before: object, returned: object): void {
  const metadata = table.byName.get("metadata")?.shape.type;
  const idOf = (resource: object): unknown =>
    metadata?.kind === "message"
      ? readNamed(metadata.table, readNamed(table, resource, "metadata"), "id")
      : readNamed(table, resource, "id");
  const [was, is] = [idOf(before), idOf(returned)];
  if (typeof returned === "object" && was !== undefined && was === is) return;
  throw new TypeError(
    "the callback returned something that is not the resource, since it does not have its id: change the resource " +
      "that is given and return nothing, or return all of it, { ...vm, spec: { ...vm.spec, cpu: 8 } }",
  );
}

interface Level {
  readonly table: MessageTable;
  readonly parts: ReadonlySet<object>;
  readonly lineage: Lineage;
  /** A server may let it take the place of what was there, so that what it lacks goes, known or not. */
  readonly isTaken: boolean;
}

function requireProperties(
  level: Level,
  before: Properties,
  meant: Properties,
  path: readonly string[],
): void {
  const { table, parts, lineage } = level;
  const missing = missingProperty(level, before, meant);
  if (missing === "_unknownFields") {
    throw new TypeError(
      `the object that the callback returned has a new ${path.join(".")} without what was read there and this SDK ` +
        "does not know: spread what you were given",
    );
  }
  if (missing !== undefined) {
    throw new TypeError(
      `the object that the callback returned lacks ${[...path, missing].join(".")}, which was read: spread what you ` +
        `were given, or write ${missing}: undefined to clear it`,
    );
  }
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (inside === undefined) continue;
    const isTaken = level.isTaken || mergedStructure(field) === undefined;
    const held = new Map(heldMessages(before, field));
    const messages = heldMessages(meant, field);
    const moved = new Set(messages.map(([, message]) => lineage.get(message)));
    for (const [key, message] of messages) {
      const old = held.get(key);
      // What was handed out is whole, or what the callback has made of it. Another element may be where one was that moved.
      if (old === undefined || moved.has(old) || !isRecord(message) || parts.has(message)) continue;
      const place = [...path, field.local, ...(key === undefined ? [] : [key])];
      requireProperties({ table: inside, parts, lineage, isTaken }, old, message, place);
    }
  }
}

/** The property that an object lacks of those that were read with a value. */
function missingProperty(
  { table, isTaken }: Level,
  before: Properties,
  meant: Properties,
): string | undefined {
  const read = Object.keys(before).filter((name) => before[name] !== undefined && name !== "_unknownFields");
  const isMore = unknownFieldsOf(before).some(({ kept }) => keptField(table, kept) === undefined);
  if (isTaken && isMore) read.push("_unknownFields");
  const keptToo = keptIn(table, meant);
  return [...keptIn(table, before), ...read].find(
    (name) => !Object.hasOwn(meant, name) && !keptToo.includes(name),
  );
}

/** The properties of fields of which a decoder has kept numbers. The server keeps all else that the SDK does not know if it is left out. */
function keptIn(table: MessageTable, message: Properties): readonly string[] {
  return unknownFieldsOf(message).flatMap(({ kept }) => {
    const field = keptField(table, kept);
    return field ? [propertyName(field)] : [];
  });
}

/** The place of a change in the draft that what is meant does not have; undefined if it has all of them. */
function lostChange(
  table: MessageTable,
  before: Properties,
  draft: Properties,
  meant: Properties,
): readonly string[] | undefined {
  for (const field of table.fields) {
    const [was, drafted, is] = [before, draft, meant].map((one) => readField(one, field));
    const text = dataText(drafted);
    if (dataText(was) === text || dataText(is) === text) continue;
    const inside = field.shape.kind === "single" ? structureOf(field.shape.type) : undefined;
    if (inside === undefined || !isRecord(was) || !isRecord(drafted) || !isRecord(is)) return [field.local];
    const lost = lostChange(inside, was, drafted, is);
    if (lost) return [field.local, ...lost];
  }
  return undefined;
}
