import { propertyName, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { findUnrecognizedField, readUnknownFields } from "../../table/unrecognized-enum.js";
import { classifyOverlap } from "../elements/element-overlap.js";
import type { MaskPathError } from "../text/mask-error.js";
import { droppedNumberError } from "./derive-errors.js";

/** A new object at the place of an old message. */
interface ReplacedMessage {
  readonly table: MessageTable;
  readonly old: Properties;
  readonly now: Properties;
  /** The object that the program has written, if `now` was filled from it. */
  readonly given: object;
  readonly path: readonly string[];
}

/**
 * Finds out whether a new object may be a copy, by JSON, of the message at its place, and lacks an unrecognized enum number
 * of that one. A program drops the number on purpose if it clears it in a copy by spread, sets a single field to another
 * value, or replaces the message by one that has no value in common with it.
 *
 * @returns The error for it; undefined if there is none.
 */
export function findDroppedNumber({
  table,
  old,
  now,
  given,
  path,
}: ReplacedMessage): MaskPathError | undefined {
  if (Object.hasOwn(given, "_unknownFields")) return undefined;
  const dropped = readUnknownFields(old)
    .map(({ unrecognized }) => findUnrecognizedField(table, unrecognized))
    // The numbers of a list or a map are stored beside it, so nothing shows whether the program has set it.
    .find((field) => field && (field.shape.kind !== "single" || now[propertyName(field)] === undefined));
  if (dropped === undefined || classifyOverlap(table, now, old) === "none") return undefined;
  return droppedNumberError(path, dropped.name);
}
