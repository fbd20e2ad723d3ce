import { toCanonicalText } from "../../messages/mask/fields/canonical-text.js";
import { structureTable } from "../../messages/mask/fields/message-fields.js";
import { ImmutableFieldError } from "../../messages/mask/text/mask-error.js";
import { isSerialized, readField, type Properties } from "../../messages/table/field-access.js";
import { readUnknownFields } from "../../messages/table/unrecognized-enum.js";
import { mapEntries } from "../../messages/table/map-form.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { formatPath } from "./mask-path.js";

/** Options for deriving a mask. */
export interface DiffOptions {
  /** Whether to name whole maps. Default: the entries that were set or removed. */
  readonly wholeMaps?: boolean | undefined;
  /** Fields of the resource to ignore, by proto name. */
  readonly ignored?: readonly string[] | undefined;
}

/**
 * Derives the field mask between two states of a resource: exactly the paths that were set or cleared, in the order of the
 * fields. It names whole lists, the changed fields of a structure that both states have, and the changed entries of maps. It
 * never contains `*`.
 *
 * @throws ImmutableFieldError for a change of an OUTPUT_ONLY field, or of an IMMUTABLE field that was set.
 */
export function diffFieldMask(
  table: MessageTable,
  before: object,
  after: object,
  options: DiffOptions = {},
): string[] {
  return diff(table, before as Properties, after as Properties, [], options).map(formatPath);
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
    if (areEqual(was, is)) return [];
    if (isImmutable(field, was)) throw immutableError(field, place);
    if (field.shape.kind === "map") return diffMap(field, was, is, place, options);
    const inside = field.shape.kind === "single" ? structureTable(field.shape.type) : undefined;
    if (inside === undefined || was === undefined || is === undefined) return [place];
    const [old, now] = [was as Properties, is as Properties];
    // Unknown fields have no names, so the whole structure is named.
    if (!areEqual(readUnknownFields(old), readUnknownFields(now))) return [place];
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
  return keys.filter((key) => !areEqual(old.get(key), now.get(key))).map((key) => [...place, key]);
}

function areEqual(one: unknown, other: unknown): boolean {
  return (
    one === other ||
    (one !== undefined && other !== undefined && toCanonicalText(one) === toCanonicalText(other))
  );
}

/** Whether a field cannot change. An IMMUTABLE field can be set once. */
function isImmutable({ behaviors }: Field, was: unknown): boolean {
  return behaviors.includes("OUTPUT_ONLY") || (behaviors.includes("IMMUTABLE") && was !== undefined);
}

function immutableError({ behaviors }: Field, place: Steps): ImmutableFieldError {
  const reason = behaviors.includes("OUTPUT_ONLY")
    ? "is managed by the server: leave it as it was read"
    : "cannot be changed once it is set: leave it as it was read";
  return new ImmutableFieldError(formatPath(place), reason);
}
