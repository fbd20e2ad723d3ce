import type { Field, MessageTable } from "../../table/table.js";
import { didYouMean, nearestName } from "../../../base/text/nearest-name.js";
import type { MaskCursor } from "../text/mask-cursor.js";
import { MaskPathError } from "../text/mask-error.js";
import { printKey } from "../text/mask-tree.js";
import { structureTable } from "../fields/message-fields.js";

/** Where a path goes wrong: the place itself, and the structure that it is in. */
interface RefusedPlace {
  readonly path: string;
  readonly place: string;
}

/** A path into what the request does not carry. */
export function notSent(what: string, short: string, place: string): MaskPathError {
  return new MaskPathError(
    place,
    `a path goes into ${what} ${place}, which the request does not carry, so the server would clear all of it: ` +
      `send ${short}, or name ${place} itself to clear it`,
  );
}

/** A path into a structure that the request does not carry, and that nobody can read while it is empty. */
export function notWhole({ fields }: MessageTable, place: string): MaskPathError {
  const lacked = fields.filter(({ isRequired }) => isRequired).map(({ name }) => `${place}.${name}`);
  return new MaskPathError(
    place,
    `a path goes into ${place}, which the request does not carry, and which cannot be sent without the required ` +
      `${lacked.join(", ")}: send it with them, name ${place} itself to clear it, or use modify()`,
  );
}

/** A structure that is named beside what it holds, and not sent. */
export function namedBeside(place: string, inside: MaskCursor): MaskPathError {
  const longer = join(place, inside.firstPath[0] ?? "", inside.firstPath.slice(1));
  return new MaskPathError(
    place,
    `${place} is named beside ${longer}, and the request does not carry it: a mask is the longer path alone, with ` +
      `which not all of ${place} is cleared. Name ${place} alone to clear it, or only what is inside`,
  );
}

/** A path that goes on under a scalar. */
export function belowNothing(place: string): MaskPathError {
  return new MaskPathError(
    place,
    `a path goes on under ${place}, which holds no fields, and a server may clear it: name ${place} itself to clear it`,
  );
}

/** A name where a list has indexes. */
export function notAnIndex(key: string, path: string): MaskPathError {
  return new MaskPathError(
    `${path}.${printKey(key)}`,
    `${path} is a list: ${JSON.stringify(key)} is not an index`,
  );
}

/** A field at the end of a path that the type does not have. */
export function unknownField(table: MessageTable, key: string, place: string): MaskPathError {
  const oneofs = table.fields.flatMap((field) => field.oneof?.name ?? []);
  const hint = didYouMean(key, [...table.byName.keys(), ...oneofs]);
  return new MaskPathError(place, `${place}: ${table.typeName} has no field ${JSON.stringify(key)}${hint}`);
}

/** A path through a field that the type does not have, so that the request cannot carry what is under it. */
export function throughUnknown(
  table: MessageTable,
  key: string,
  inside: MaskCursor,
  { path, place }: RefusedPlace,
): MaskPathError {
  const nearest = nearestName(key, structureNames(table));
  const hint = nearest === undefined ? "" : `; did you mean "${join(path, nearest, inside.firstPath)}"?`;
  return new MaskPathError(
    place,
    `a path goes through ${place}, but ${table.typeName} has no field ${JSON.stringify(key)}, so the request cannot ` +
      `carry it and the server may clear all of it: name ${place} itself to clear it, or take the path as it is ` +
      `with strict: false${hint}`,
  );
}

/** A path through the name of a oneof, beside which its members stand. */
export function throughOneof(
  members: readonly Field[],
  inside: MaskCursor,
  { path, place }: RefusedPlace,
): MaskPathError {
  const [next = "", ...rest] = inside.firstPath;
  const nearest = nearestName(
    next,
    members.map(({ name }) => name),
  );
  const way = nearest === undefined ? place : join(path, nearest, rest);
  return new MaskPathError(
    place,
    `a path goes through the name of the oneof ${place}, and a server may clear whichever member is set: ` +
      `members stand beside it, not inside; name ${way}`,
  );
}

/** A path that goes on from a wildcard over the fields of a structure. */
export function pastWildcard(table: MessageTable, inside: MaskCursor, path: string): MaskPathError {
  const rest = inside.firstPath;
  const holder = table.fields.find(({ shape }) => structureTable(shape.type)?.byName.has(rest[0] ?? ""));
  const steps = holder && holder.shape.kind !== "single" ? ["*", ...rest] : rest;
  const hint = holder ? `, such as ${join(path, holder.name, steps)}` : "";
  return new MaskPathError(
    join(path, "*", []),
    `a path goes on from a wildcard over the fields of ${path === "" ? "the request" : path}, of which the server ` +
      `may have more than this SDK knows, and would clear each that is not sent: name the fields one by one${hint}`,
  );
}

function structureNames(table: MessageTable): string[] {
  return table.fields.filter(({ shape }) => structureTable(shape.type)).map(({ name }) => name);
}

function join(path: string, name: string, rest: readonly string[]): string {
  return [...(path === "" ? [] : [path]), name, ...rest].join(".");
}
