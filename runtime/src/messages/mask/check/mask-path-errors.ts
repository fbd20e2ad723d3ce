import type { Field, MessageTable } from "../../table/table.js";
import { didYouMean, nearestName } from "../../../base/text/nearest-name.js";
import type { MaskCursor } from "../text/mask-cursor.js";
import { MaskPathError } from "../text/mask-error.js";
import { formatKey } from "../text/mask-tree.js";
import { structureTable } from "../fields/message-fields.js";

/** The place of an error: the path to the structure, and the place in it. */
interface RejectedPlace {
  readonly path: string;
  readonly place: string;
}

/** The error for a path into a value that the request omits. */
export function omittedFieldError(value: string, pronoun: string, place: string): MaskPathError {
  return new MaskPathError(
    place,
    `a path goes into ${value} ${place}, which the request does not carry, so the server would clear all of it: ` +
      `send ${pronoun}, or name ${place} itself to clear it`,
  );
}

/** The error for a path into an omitted structure with required fields, which cannot be sent empty. */
export function requiredMissingError({ fields }: MessageTable, place: string): MaskPathError {
  const missing = fields.filter(({ isRequired }) => isRequired).map(({ name }) => `${place}.${name}`);
  return new MaskPathError(
    place,
    `a path goes into ${place}, which the request does not carry, and which requires ` +
      `${missing.join(", ")}: send it with them, name ${place} itself to clear it, or use modify()`,
  );
}

/** The error for an omitted structure that is named beside a path into it. */
export function namedBesideError(place: string, inside: MaskCursor): MaskPathError {
  const longer = join(place, inside.firstPath[0] ?? "", inside.firstPath.slice(1));
  return new MaskPathError(
    place,
    `${place} is named beside ${longer}, and the request does not carry it. The longer path wins, so not all of ` +
      `${place} would be cleared. Name only ${place} to clear it, or only the paths inside`,
  );
}

/** The error for a path that leads into a scalar. */
export function belowScalarError(place: string): MaskPathError {
  return new MaskPathError(
    place,
    `a path goes into ${place}, which has no fields, and a server may clear it: name ${place} itself to clear it`,
  );
}

/** The error for a name instead of an index of a list. */
export function notAnIndexError(key: string, path: string): MaskPathError {
  return new MaskPathError(
    `${path}.${formatKey(key)}`,
    `${path} is a list: ${JSON.stringify(key)} is not an index`,
  );
}

/** The error for an unknown field at the end of a path. */
export function unknownFieldError(table: MessageTable, key: string, place: string): MaskPathError {
  const oneofs = table.fields.flatMap((field) => field.oneof?.name ?? []);
  const hint = didYouMean(key, [...table.byName.keys(), ...oneofs]);
  return new MaskPathError(place, `${place}: ${table.typeName} has no field ${JSON.stringify(key)}${hint}`);
}

/** The error for a path through an unknown field. The request cannot carry a value inside it. */
export function throughUnknownError(
  table: MessageTable,
  key: string,
  inside: MaskCursor,
  { path, place }: RejectedPlace,
): MaskPathError {
  const nearest = nearestName(key, structureNames(table));
  const hint = nearest === undefined ? "" : `; did you mean "${join(path, nearest, inside.firstPath)}"?`;
  return new MaskPathError(
    place,
    `a path goes through ${place}, but ${table.typeName} has no field ${JSON.stringify(key)}, so the request cannot ` +
      `carry it and the server may clear all of it: name ${place} itself to clear it, or send the path unchecked ` +
      `with strict: false${hint}`,
  );
}

/** The error for a path through the name of a oneof. Its members are fields beside it. */
export function throughOneofError(
  members: readonly Field[],
  inside: MaskCursor,
  { path, place }: RejectedPlace,
): MaskPathError {
  const [next = "", ...rest] = inside.firstPath;
  const nearest = nearestName(
    next,
    members.map(({ name }) => name),
  );
  const fix = nearest === undefined ? place : join(path, nearest, rest);
  return new MaskPathError(
    place,
    `a path goes through the name of the oneof ${place}, and a server may clear any member that is set: ` +
      `members are fields beside the oneof, not inside it; name ${fix}`,
  );
}

/** The error for a path through a wildcard over the fields of a structure. */
export function pastWildcardError(table: MessageTable, inside: MaskCursor, path: string): MaskPathError {
  const rest = inside.firstPath;
  const parent = table.fields.find(({ shape }) => structureTable(shape.type)?.byName.has(rest[0] ?? ""));
  const steps = parent && parent.shape.kind !== "single" ? ["*", ...rest] : rest;
  const hint = parent ? `, such as ${join(path, parent.name, steps)}` : "";
  return new MaskPathError(
    join(path, "*", []),
    `a path goes through a wildcard over the fields of ${path === "" ? "the request" : path}. The server ` +
      `may have fields that this SDK does not know, and would clear all that are not sent: name the fields one by one${hint}`,
  );
}

function structureNames(table: MessageTable): string[] {
  return table.fields.filter(({ shape }) => structureTable(shape.type)).map(({ name }) => name);
}

function join(path: string, name: string, rest: readonly string[]): string {
  return [...(path === "" ? [] : [path]), name, ...rest].join(".");
}
