import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isSecretField } from "../sdk/secret-field.js";
import type { Service } from "../sdk/service.js";
import { isJsonObject, isSameJson } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import { withJsonNames } from "./message-fields.js";
import type { ShownMessage } from "./shown-message.js";
import { omittedKey } from "./shown-marker.js";
import type { ValueRestorer } from "./value-restorer.js";

/** A list in a document, and the elements that it replaces. */
export interface ReplacedList {
  readonly field: GuideField;
  readonly given: readonly GuideJson[];
  readonly old: readonly object[];
  /** Whether elements whose values are not shown may be replaced by elements without markers. */
  readonly allowsLoss: boolean;
}

/**
 * Finds for each element of a list in a document the element of the resource that it was: by its markers, or because it is
 * equal to what is shown, or has the same values of the server and the same secrets. Undefined for a new element.
 *
 * @throws A UsageError if the list has no markers and replaces elements whose values are not shown.
 */
export function findOrigins(
  service: Service,
  { shown, restorer }: { readonly shown: ShownMessage; readonly restorer: ValueRestorer },
  { field, given, old, allowsLoss }: ReplacedList,
): readonly (object | undefined)[] {
  const one = { ...field, isList: undefined };
  const taken = new Set<object>();
  const take = (element: object | undefined): object | undefined => {
    if (element) taken.add(element);
    return element;
  };
  const marked = given.map((json) => take(restorer.markedElement(field, json, taken)));
  const named = given.map((json) => withJsonNames(service, one, json));
  const equal = named.map(
    (json, at) =>
      marked[at] ??
      take(nearest(old, at, taken, (element) => isSameJson(shown.parts.get(element)?.json, json))),
  );
  const found = named.map((json, at) => {
    if (equal[at]) return equal[at];
    const part = unwritable(service, field, json, shown);
    if (part === undefined) return undefined;
    const isSame = (element: object): boolean =>
      isSameJson(unwritable(service, field, whole(service, field, element), shown), part);
    return take(nearest(old, at, taken, isSame));
  });
  const held = old.find((element) => shown.holders.has(element));
  const isWritten = found.every((element) => !element || !shown.holders.has(element));
  if (held && given.length > 0 && isWritten && !allowsLoss) throw writtenByHand(shown, field, held);
  return found;
}

/** Finds the element at the same index that fits, or the first that does. */
function nearest(
  old: readonly object[],
  at: number,
  taken: ReadonlySet<object>,
  fits: (element: object) => boolean,
): object | undefined {
  const free = (element: object | undefined): boolean => element !== undefined && !taken.has(element);
  const same = old[at];
  return same && free(same) && fits(same) ? same : old.find((element) => free(element) && fits(element));
}

function whole(service: Service, { type }: GuideField, element: object): GuideJson {
  return service.codec.toJson({ kind: "message", type }, element, true);
}

/** Returns the part of an element that tells it from others: values of the server, and secrets. Undefined if it has none. */
function unwritable(
  service: Service,
  { type = "" }: GuideField,
  json: GuideJson,
  shown: ShownMessage,
): GuideJson | undefined {
  if (!isJsonObject(json)) return undefined;
  const entries = service.message(type).fields.flatMap((field): [string, GuideJson][] => {
    const value = json[service.jsonName(field)];
    if (value === undefined) return [];
    if (isSecretField(field) || shown.isServerManaged(type, field)) return [[field.name, value]];
    if (!service.isStructure(field)) return [];
    const inner = unwritable(service, field, value, shown);
    return inner === undefined ? [] : [[field.name, inner]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function writtenByHand(shown: ShownMessage, { name }: GuideField, element: object): UsageError {
  const path = shown.parts.get(element)?.path.replace(/\.\d+\.$/, "") ?? name;
  const retained = shown.retained.find(({ elements }) => elements.includes(element));
  const value = retained?.path === undefined ? "values of the server" : `a value that is not shown (${retained.path})`;
  return new UsageError(
    "ARGUMENT_INVALID",
    `${path} replaces elements that have ${value}, which the new list would lose; read the resource and change the list with its [hidden N] and ${omittedKey} markers, change single fields, such as ${path}.0.FIELD, or replace the list with --replace`,
  );
}
