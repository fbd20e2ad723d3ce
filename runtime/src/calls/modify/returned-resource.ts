import { typeError } from "../../base/text/coded-error.js";
import { toCanonicalText } from "../../messages/mask/fields/canonical-text.js";
import {
  type KnownOrigins,
  pairByPlace,
  composeOrigins,
} from "../../messages/mask/elements/known-origins.js";
import { structureTable } from "../../messages/mask/fields/message-fields.js";
import { isRecord, readField, type Properties } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import { rejectMissingProperties } from "./missing-properties.js";
import { readResourceId } from "../client/resource-version.js";
import type { MessageTable } from "../../messages/table/table.js";

/** A resource that a callback was given. */
interface GivenResource {
  readonly table: MessageTable;
  /** The resource as it was read. */
  readonly before: object;
  /** The object that the callback got and may have changed. */
  readonly draft: object;
  /** All objects that were in the draft. */
  readonly parts: ReadonlySet<object>;
  /** From its messages to those of `before`. */
  readonly knownOrigins: KnownOrigins;
}

/** Collects all objects in a value, and the value itself. */
export function collectObjects(value: unknown, found: Set<object> = new Set()): Set<object> {
  if (!isRecord(value) || found.has(value)) return found;
  found.add(value);
  if (value instanceof Uint8Array) return found;
  const inside = value instanceof Map ? value.values() : Object.values(value);
  for (const one of inside) collectObjects(one, found);
  return found;
}

/**
 * Resolves the changed resource of a callback: the given one, unless the callback returns another object. A primitive, an
 * array, the given resource or a part of it does not count, because short arrow functions return such values by accident.
 *
 * Another object must be the whole resource, made from the given one, because the fields that it lacks would be cleared: it
 * has the ID, and on every new level each property that was read. `undefined` clears a property.
 *
 * @throws TypeError that names the missing property; also for an object that is not the resource, or that lacks a change
 * which the callback has made in the given one.
 */
export function resolveReturnedResource(given: GivenResource, returned: unknown): object {
  const { table, before, draft, parts, knownOrigins } = given;
  if (returned === null || (typeof returned !== "object" && typeof returned !== "function")) return draft;
  if (Array.isArray(returned) || parts.has(returned) || collectObjects(draft).has(returned)) return draft;
  checkIdentity(table, before, returned);
  const [drafted, filled] = [draft, returned].map(
    (one) => fill(table as MessageTable<object>, one) as Properties,
  ) as [Properties, Properties];
  const sources = pairByPlace(table, filled, returned);
  rejectMissingProperties(
    { given: parts, sources, knownOrigins: composeOrigins(sources, knownOrigins) },
    { table, before: before as Properties, after: filled, isReplaced: false, path: [] },
  );
  const dropped = findDroppedChange(table, before as Properties, drafted, filled);
  if (dropped) {
    throw typeError(
      "RETURN_VALUE_INVALID",
      `the callback changed ${dropped.join(".")} of the resource that it was given, and returned another object without ` +
        "that change: return nothing, or make all changes in what is returned",
    );
  }
  return returned;
}

function checkIdentity(table: MessageTable, before: object, returned: object): void {
  const id = readResourceId(table, before);
  if (typeof returned === "object" && id !== "" && readResourceId(table, returned) === id) return;
  throw typeError(
    "RETURN_VALUE_INVALID",
    "the callback returned an object that is not the resource, because it has another id: change the resource " +
      "that was given and return nothing, or return a copy of all of it with the changes",
  );
}

/** Finds a change in the draft that the returned resource lacks; undefined if it has all of them. */
function findDroppedChange(
  table: MessageTable,
  before: Properties,
  draft: Properties,
  returned: Properties,
): readonly string[] | undefined {
  for (const field of table.fields) {
    const [was, drafted, is] = [before, draft, returned].map((one) => readField(one, field));
    const text = toCanonicalText(drafted);
    if (toCanonicalText(was) === text || toCanonicalText(is) === text) continue;
    const inside = field.shape.kind === "single" ? structureTable(field.shape.type) : undefined;
    if (inside === undefined || !isRecord(was) || !isRecord(drafted) || !isRecord(is)) return [field.local];
    const dropped = findDroppedChange(inside, was, drafted, is);
    if (dropped) return [field.local, ...dropped];
  }
  return undefined;
}
