import { typeError } from "../../base/text/coded-error.js";
import { matchElements } from "../../messages/mask/elements/match-elements.js";
import type { KnownOrigins } from "../../messages/mask/elements/known-origins.js";
import { classifyOverlap } from "../../messages/mask/elements/element-overlap.js";
import { listMessages, mergedTable, structureTable } from "../../messages/mask/fields/message-fields.js";
import { propertyName, type Properties } from "../../messages/table/field-access.js";
import { findUnrecognizedField, readUnknownFields } from "../../messages/table/unrecognized-enum.js";
import type { Field, MessageTable } from "../../messages/table/table.js";

/** The objects that a callback was given and has returned. */
interface ReturnedObjects {
  /** All objects that it was given. */
  readonly given: ReadonlySet<object>;
  /** From the messages of the new resource to the objects that the callback has returned. */
  readonly sources: KnownOrigins;
  /** From the same messages to those that were read. */
  readonly knownOrigins: KnownOrigins;
}

/** A message as it was read, and as the callback has returned it. */
interface Level {
  readonly table: MessageTable;
  readonly before: Properties;
  readonly after: Properties;
  readonly path: readonly string[];
  /** Whether a server may replace the old message, so that everything it omits is cleared, known or not. */
  readonly isReplaced: boolean;
}

/**
 * Rejects new objects of a callback that lack a property of the objects that they were made from. The property would be
 * cleared although the callback never said so. An element of a list is compared with the one that it was most likely made
 * from.
 *
 * @throws TypeError that names the property
 */
export function rejectMissingProperties(returned: ReturnedObjects, level: Level): void {
  const { table, after, path } = level;
  const source = (returned.sources.get(after) ?? after) as Properties;
  const missing = findMissingProperty(level, source);
  if (missing === "_unknownFields") {
    throw typeError(
      "RETURN_VALUE_INVALID",
      `the object that the callback returned ${path.length > 0 ? `has a new ${path.join(".")} without` : "lacks"} the ` +
        "fields that this SDK does not know: spread the object that you were given",
    );
  }
  if (missing !== undefined) {
    throw typeError(
      "RETURN_VALUE_INVALID",
      `the object that the callback returned lacks ${[...path, missing].join(".")}, which was read: spread the object ` +
        `that you were given, or write ${missing}: undefined to clear it`,
    );
  }
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined) continue;
    const isReplaced = level.isReplaced || mergedTable(field) === undefined;
    for (const [key, old, now] of pairMessages(field, inside, level, returned)) {
      // The callback has changed a given object itself, so nothing is missing in it.
      if (returned.given.has(returned.sources.get(now) ?? now)) continue;
      const place = [...path, field.local, ...(key === undefined ? [] : [key])];
      rejectMissingProperties(returned, { table: inside, before: old, after: now, isReplaced, path: place });
    }
  }
}

/** Pairs the messages of a field with the old ones that they were made from. */
function pairMessages(
  field: Field,
  table: MessageTable,
  { before, after, path }: Pick<Level, "before" | "after" | "path">,
  { knownOrigins }: ReturnedObjects,
): [key: string | undefined, old: Properties, now: Properties][] {
  if (field.shape.kind === "list") {
    const matches = matchElements(field, { table, before, after, knownOrigins });
    const matched = new Set(matches.map(({ origin }) => origin));
    return matches.flatMap(({ key, element, previous, possibleOrigin, origin = possibleOrigin }) => {
      if (origin !== undefined) return [[key, origin, element]];
      // Neither the element nor the previous one at its place has a match.
      if (previous === undefined || matched.has(previous) || knownOrigins.has(element)) return [];
      const overlap = classifyOverlap(table, element, previous);
      if (overlap === "same identity" || overlap === "unknown")
        throw ambiguousElementError([...path, field.local, key]);
      return overlap === "none" ? [] : [[key, previous, element]];
    });
  }
  const oldMessages = new Map(listMessages(before, field));
  const messages = listMessages(after, field);
  const moved = new Set(messages.map(([, message]) => knownOrigins.get(message)));
  return messages.flatMap(([key, message]) => {
    const old = oldMessages.get(key);
    // The old message has moved, so this one is another.
    return old === undefined || moved.has(old) ? [] : [[key, old, message]];
  });
}

function ambiguousElementError(path: readonly string[]): TypeError {
  const place = path.join(".");
  return typeError(
    "RETURN_VALUE_INVALID",
    `the object that the callback returned has a new ${place}. It may be the element that was there, with most of its ` +
      "values changed, or another one. Change it in the object that was given and return nothing: " +
      `Object.assign(${place}, changes) or ${place} = another`,
  );
}

/** Finds a property that was read with a value and that the returned object lacks. */
function findMissingProperty(
  { table, before, after, isReplaced }: Level,
  source: Properties,
): string | undefined {
  // In the order of the type, because a decoder may set some properties before others.
  const names = new Set(table.fields.map(propertyName));
  const read = [...names].filter((name) => before[name] !== undefined);
  const hasUnknown = readUnknownFields(before).some(
    ({ unrecognized }) => findUnrecognizedField(table, unrecognized) === undefined,
  );
  // An object that has nothing in common with the old one replaces it on purpose.
  if (isReplaced && hasUnknown && classifyOverlap(table, after, before) !== "none")
    read.push("_unknownFields");
  const present = listUnrecognizedFields(table, source);
  // The numbers of a list or a map are outside of it, so a new list or map has dropped them.
  const isDropped = ({ field, name }: UnrecognizedField): boolean =>
    field.shape.kind !== "single" &&
    source[name] !== undefined &&
    !present.some((one) => one.field === field);
  // JSON gives undefined for a oneof whose member it does not know. A program that clears the oneof spreads the object.
  const isOmitted = ({ field, name }: UnrecognizedField): boolean =>
    field.oneof !== undefined && source[name] === undefined && source["_unknownFields"] === undefined;
  const expected = listUnrecognizedFields(table, before);
  if (expected.some((one) => isDropped(one) || isOmitted(one))) return "_unknownFields";
  return [...expected.map(({ name }) => name), ...read].find(
    (name) => !Object.hasOwn(source, name) && !present.some((one) => one.name === name),
  );
}

/** A field with unrecognized enum numbers, and its property. */
interface UnrecognizedField {
  readonly field: Field;
  readonly name: string;
}

/** Lists the fields with unrecognized enum numbers. The server keeps other unknown fields if they are omitted. */
function listUnrecognizedFields(table: MessageTable, message: Properties): readonly UnrecognizedField[] {
  return readUnknownFields(message).flatMap(({ unrecognized }) => {
    const field = findUnrecognizedField(table, unrecognized);
    return field ? [{ field, name: propertyName(field) }] : [];
  });
}
