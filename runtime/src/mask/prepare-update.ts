import { isCarried, readField, writeField, type Properties } from "../table/field-access.js";
import { fill } from "../table/fill.js";
import { entriesOf, mapFrom } from "../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";
import { MaskCursor } from "./mask-cursor.js";
import { MaskPathError } from "./mask-error.js";
import { printPath } from "./mask-tree.js";
import type { Mask } from "./mask.js";

/**
 * The request to send with an explicit mask, so that the mask does what it
 * says. A server clears all of a structure that a path goes through and the
 * request does not carry (conventions, section 4, rule 7): plain structures are
 * therefore sent empty, and one that is absent at the server is created. A path
 * into a list, a map, a member of a oneof or a well-known value that the
 * request does not carry is refused with a `MaskPathError`. The request given
 * is not changed.
 */
export function prepareUpdate<T extends object>(table: MessageTable<T>, request: T, mask: Mask): T {
  // What is prepared is the request, with some structures beside.
  return prepareMessage(table, request as Properties, new MaskCursor([mask.root]), []) as T;
}

type Path = readonly string[];

function prepareMessage(table: MessageTable, message: Properties, mask: MaskCursor, path: Path): Properties {
  let prepared = message;
  for (const field of table.fields) {
    const inside = mask.at(field.name);
    if (!inside.leadsOn) continue;
    const value = isCarried(message, field)
      ? prepareField(field, readField(message, field), inside, [...path, field.name])
      : addField(field, inside, [...path, field.name]);
    if (value === undefined || value === readField(message, field)) continue;
    if (prepared === message) prepared = { ...message };
    writeField(prepared, field, value);
  }
  return prepared;
}

/** What to send for a field that the mask leads into and the request does not carry. */
function addField({ shape, oneof }: Field, mask: MaskCursor, path: Path): unknown {
  const { type } = shape;
  if (shape.kind !== "single") throw refusal(`the ${shape.kind}`, `the ${shape.kind}`, path);
  // A path does not lead into a scalar: the server ignores it.
  if (type.kind === "scalar" || type.kind === "enum") return undefined;
  if (oneof) throw refusal(`a member of the oneof ${oneof.name},`, "the member", path);
  if (type.kind === "wellKnown") throw refusal(`the ${type.name}`, "the value", path);
  return prepareMessage(type.table, fill(type.table, {}) as Properties, mask, path);
}

function refusal(what: string, short: string, path: Path): MaskPathError {
  const place = printPath(path);
  return new MaskPathError(
    place,
    `a path goes into ${what} ${place}, which the request does not carry, so the server would clear all of it: ` +
      `send ${short}, or name ${place} itself to clear it`,
  );
}

/** The value of a field that is carried, with what the mask needs inside. */
function prepareField({ shape }: Field, value: unknown, mask: MaskCursor, path: Path): unknown {
  if (shape.kind === "single") return prepareValue(shape.type, value, mask, path);
  const prepare = (one: unknown, key: string): unknown =>
    prepareValue(shape.type, one, mask.at(key), [...path, key]);
  if (shape.kind === "list") {
    return Array.isArray(value) ? value.map((one: unknown, index) => prepare(one, String(index))) : value;
  }
  return mapFrom(
    shape.key,
    entriesOf(value).map(([key, one]) => [key, prepare(one, key)]),
  );
}

function prepareValue(type: ValueType, value: unknown, mask: MaskCursor, path: Path): unknown {
  if (!mask.leadsOn) return value;
  if (type.kind === "message") return prepareMessage(type.table, value as Properties, mask, path);
  if (type.kind === "wellKnown") {
    // Nothing is ever added inside these: only members, lists and maps are there.
    const { table, toMessage } = wellKnownForm(type.name);
    prepareMessage(table, toMessage(value) as Properties, mask, path);
  }
  return value;
}
