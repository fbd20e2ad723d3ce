import { standingIn } from "../../messages/mask/elements/element-identity.js";
import type { Lineage } from "../../messages/mask/elements/lineage.js";
import { restOf } from "../../messages/mask/elements/element-rest.js";
import { heldMessages, mergedStructure, structureOf } from "../../messages/mask/fields/message-fields.js";
import { propertyName, type Properties } from "../../messages/table/field-access.js";
import { keptField, unknownFieldsOf } from "../../messages/table/kept-value.js";
import type { Field, MessageTable } from "../../messages/table/table.js";

/** The objects that a callback was given and has returned. */
interface Returned {
  /** All objects that it was given. */
  readonly parts: ReadonlySet<object>;
  /** From the messages of what it means to the objects that it has returned. */
  readonly given: Lineage;
  /** From the same messages to those that were read. */
  readonly lineage: Lineage;
}

/** A message as it was read, and what the callback has made of it. */
interface Level {
  readonly table: MessageTable;
  readonly before: Properties;
  readonly after: Properties;
  readonly path: readonly string[];
  /** A server may let it take the place of what was there, so that what it lacks goes, known or not. */
  readonly isTaken: boolean;
}

/**
 * Refuses objects that a callback has made anew if they lack a property of what they were made of: it would be cleared,
 * and nobody has said so. An element of a list is held to the one that it was most likely made of.
 *
 * @throws TypeError that names the property
 */
export function requireProperties(returned: Returned, level: Level): void {
  const { table, after, path } = level;
  const given = (returned.given.get(after) ?? after) as Properties;
  const missing = missingProperty(level, given);
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
    for (const [key, old, now] of pairsIn(field, inside, level, returned)) {
      // What was handed out is whole, or what the callback has made of it.
      if (returned.parts.has(returned.given.get(now) ?? now)) continue;
      const place = [...path, field.local, ...(key === undefined ? [] : [key])];
      requireProperties(returned, { table: inside, before: old, after: now, isTaken, path: place });
    }
  }
}

/** The messages of a field, each with the old one that it was made of. */
function pairsIn(
  field: Field,
  table: MessageTable,
  { before, after, path }: Pick<Level, "before" | "after" | "path">,
  { lineage }: Returned,
): [key: string | undefined, old: Properties, now: Properties][] {
  if (field.shape.kind === "list") {
    const elements = standingIn(field, { table, before, after, lineage });
    const found = new Set(elements.map(({ origin }) => origin));
    return elements.flatMap(({ key, element, old, origin }) => {
      if (origin !== undefined) return [[key, origin, element]];
      // It resembles none, and none resembles the one that was here.
      if (old === undefined || found.has(old) || lineage.has(element)) return [];
      const rest = restOf(table, element, old);
      if (rest === "some" || rest === "unknown") throw unsureElement([...path, field.local, key]);
      return rest === "none" ? [] : [[key, old, element]];
    });
  }
  const held = new Map(heldMessages(before, field));
  const messages = heldMessages(after, field);
  const moved = new Set(messages.map(([, message]) => lineage.get(message)));
  return messages.flatMap(([key, message]) => {
    const old = held.get(key);
    // Another message may be where one was that has moved.
    return old === undefined || moved.has(old) ? [] : [[key, old, message]];
  });
}

function unsureElement(path: readonly string[]): TypeError {
  const place = path.join(".");
  return new TypeError(
    `the object that the callback returned has a new ${place} that may be the element that was there, changed in most ` +
      "of its values, or another one: change it in the object that was given and return nothing, by " +
      `Object.assign(${place}, changes) or by ${place} = another`,
  );
}

/** The property that an object lacks of those that were read with a value. */
function missingProperty({ table, before, after, isTaken }: Level, given: Properties): string | undefined {
  // In the order of the type: a decoder may set some properties before others.
  const names = new Set(table.fields.map(propertyName));
  const read = [...names].filter((name) => before[name] !== undefined);
  const isMore = unknownFieldsOf(before).some(({ kept }) => keptField(table, kept) === undefined);
  // One that has nothing of what was there is meant to take its place.
  if (isTaken && isMore && restOf(table, after, before) !== "none") read.push("_unknownFields");
  const keptToo = keptIn(table, given);
  // The numbers of a list or a map are beside it, so that whoever writes it anew has lost them.
  const isLost = ({ field, name }: KeptField): boolean =>
    field.shape.kind !== "single" && given[name] !== undefined && !keptToo.some((one) => one.field === field);
  if (keptIn(table, before).some(isLost)) return "_unknownFields";
  return [...keptIn(table, before).map(({ name }) => name), ...read].find(
    (name) => !Object.hasOwn(given, name) && !keptToo.some((one) => one.name === name),
  );
}

/** A field of which a decoder has kept numbers, and its property. */
interface KeptField {
  readonly field: Field;
  readonly name: string;
}

/** The fields of a message of which a decoder has kept numbers. The server keeps all else that the SDK does not know if it is left out. */
function keptIn(table: MessageTable, message: Properties): readonly KeptField[] {
  return unknownFieldsOf(message).flatMap(({ kept }) => {
    const field = keptField(table, kept);
    return field ? [{ field, name: propertyName(field) }] : [];
  });
}
