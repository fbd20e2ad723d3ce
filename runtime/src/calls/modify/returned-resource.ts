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
import { idOf } from "../client/resource-version.js";
import type { MessageTable } from "../../messages/table/table.js";

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
  readonly knownOrigins: KnownOrigins;
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
  const { table, before, draft, parts, knownOrigins } = handedOut;
  if (returned === null || (typeof returned !== "object" && typeof returned !== "function")) return draft;
  if (Array.isArray(returned) || parts.has(returned) || objectsIn(draft).has(returned)) return draft;
  requireIdentity(table, before, returned);
  const [drafted, filled] = [draft, returned].map(
    (one) => fill(table as MessageTable<object>, one) as Properties,
  ) as [Properties, Properties];
  const given = pairByPlace(table, filled, returned);
  rejectMissingProperties(
    { given: parts, sources: given, knownOrigins: composeOrigins(given, knownOrigins) },
    { table, before: before as Properties, after: filled, isReplaced: false, path: [] },
  );
  const lost = lostChange(table, before as Properties, drafted, filled);
  if (lost) {
    throw new TypeError(
      `the callback changed ${lost.join(".")} of the resource that it was given, and returned another object without ` +
        "that change: return nothing, or make all changes in what is returned",
    );
  }
  return returned;
}

function requireIdentity(table: MessageTable, before: object, returned: object): void {
  const id = idOf(table, before);
  if (typeof returned === "object" && id !== "" && idOf(table, returned) === id) return;
  throw new TypeError(
    "the callback returned something that is not the resource, since it does not have its id: change the resource " +
      "that is given and return nothing, or return all of it, { ...vm, spec: { ...vm.spec, cpu: 8 } }",
  );
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
    const text = toCanonicalText(drafted);
    if (toCanonicalText(was) === text || toCanonicalText(is) === text) continue;
    const inside = field.shape.kind === "single" ? structureTable(field.shape.type) : undefined;
    if (inside === undefined || !isRecord(was) || !isRecord(drafted) || !isRecord(is)) return [field.local];
    const lost = lostChange(inside, was, drafted, is);
    if (lost) return [field.local, ...lost];
  }
  return undefined;
}
