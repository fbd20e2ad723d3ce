import { toCanonicalText } from "../../messages/mask/fields/canonical-text.js";
import { structureTable } from "../../messages/mask/fields/message-fields.js";
import { ImmutableFieldError } from "../../messages/mask/text/mask-error.js";
import { isSerialized, readField, type Properties } from "../../messages/table/field-access.js";
import { readUnknownFields } from "../../messages/table/unrecognized-enum.js";
import { mapEntries } from "../../messages/table/map-form.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { printPath } from "./mask-path.js";

/** How a mask is derived. */
export interface DiffOptions {
  /** Maps are named as a whole. Default: entries that were set or removed. */
  readonly wholeMaps?: boolean | undefined;
  /** Fields of the resource that do not count, by proto name. */
  readonly ignored?: readonly string[] | undefined;
}

/**
 * The field mask between two states of a resource: it names each path that was set or cleared, and nothing else, in
 * the order of the fields. A list is named as a whole, a structure that is in both by what differs in it, a map by its
 * entries; `*` is never named.
 *
 * @throws ImmutableFieldError for a change of a field that only the server writes, or that is set for good.
 */
export function diffFieldMask(
  table: MessageTable,
  before: object,
  after: object,
  options: DiffOptions = {},
): string[] {
  return diff(table, before as Properties, after as Properties, [], options).map(printPath);
}

type Steps = readonly string[];

function diff(
  table: MessageTable,
  before: Properties,
  after: Properties,
  at: Steps,
  options: DiffOptions,
): Steps[] {
  return table.fields.flatMap((field) => {
    if (at.length === 0 && options.ignored?.includes(field.name)) return [];
    const place = [...at, field.name];
    const [was, is] = [before, after].map((one) =>
      isSerialized(one, field) ? readField(one, field) : undefined,
    );
    if (sameValue(was, is)) return [];
    if (isFixed(field, was)) throw fixed(field, place);
    if (field.shape.kind === "map") return diffMap(field, was, is, place, options);
    const inside = field.shape.kind === "single" ? structureTable(field.shape.type) : undefined;
    if (inside === undefined || was === undefined || is === undefined) return [place];
    const [old, now] = [was as Properties, is as Properties];
    // What this SDK does not know has no name of its own.
    if (!sameValue(readUnknownFields(old), readUnknownFields(now))) return [place];
    return diff(inside, old, now, place, options);
  });
}

function diffMap(
  { shape }: Field,
  was: unknown,
  is: unknown,
  place: Steps,
  { wholeMaps }: DiffOptions,
): Steps[] {
  // Keys are strings or integers in AIP-161.
  if (wholeMaps || (shape.kind === "map" && shape.key === "bool")) return [place];
  const [old, now] = [new Map(mapEntries(was)), new Map(mapEntries(is))];
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return keys.filter((key) => !sameValue(old.get(key), now.get(key))).map((key) => [...place, key]);
}

function sameValue(one: unknown, other: unknown): boolean {
  return (
    one === other ||
    (one !== undefined && other !== undefined && toCanonicalText(one) === toCanonicalText(other))
  );
}

/** An IMMUTABLE field may still be set for the first time. */
function isFixed({ behaviors }: Field, was: unknown): boolean {
  return behaviors.includes("OUTPUT_ONLY") || (behaviors.includes("IMMUTABLE") && was !== undefined);
}

function fixed({ behaviors }: Field, place: Steps): ImmutableFieldError {
  const why = behaviors.includes("OUTPUT_ONLY")
    ? "is written by the server alone: leave it as it was read"
    : "cannot be changed once it is set: leave it as it was read";
  return new ImmutableFieldError(printPath(place), why);
}
