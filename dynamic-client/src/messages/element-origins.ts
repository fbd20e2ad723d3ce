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
}

/** The elements of the resource that the elements of a list were. */
export interface ElementOrigins {
  /** Undefined for a new element. */
  readonly origins: readonly (object | undefined)[];
  /** Whether an element is known to be one whose values are not all shown, so that the list was not written by hand. */
  readonly isKnown: boolean;
}

/**
 * Finds for each element of a list in a document the element of the resource that it was. Its markers tell, or it is equal to
 * what is shown, or it has the same values of the server and the same secrets. Otherwise it is the element at the same index,
 * if that one is shown whole. A whole document keeps an element that omits values only by its marker.
 */
export function findOrigins(
  service: Service,
  { shown, restorer }: { readonly shown: ShownMessage; readonly restorer: ValueRestorer },
  { field, given, old }: ReplacedList,
): ElementOrigins {
  const one = { ...field, isList: undefined };
  const taken = new Set<object>();
  const take = (element: object | undefined): object | undefined => {
    if (element) taken.add(element);
    return element;
  };
  const marked = given.map((json) => take(restorer.markedElement(field, json, { old, taken })));
  for (const element of old) if (restorer.needsMarker(element)) taken.add(element);
  const named = given.map((json) => withJsonNames(service, one, json));
  const equal = named.map(
    (json, at) =>
      marked[at] ??
      take(nearest(old, at, taken, (element) => isSameJson(shown.parts.get(element)?.json, json))),
  );
  const known = named.map((json, at) => {
    if (equal[at]) return equal[at];
    const part = unwritable(service, field, json, shown);
    if (part === undefined) return undefined;
    const isSame = (element: object): boolean =>
      isSameJson(unwritable(service, field, whole(service, field, element), shown), part);
    return take(nearest(old, at, taken, isSame));
  });
  const around = new Set(
    [...shown.holders].flatMap(([holder, elements]) => elements.filter((it) => it !== holder)),
  );
  const origins = known.map((element, at) => {
    const same = old[at];
    // Nothing can be lost of an element that is shown whole, apart from lists inside it, whose elements have markers.
    const isRead = same && (around.has(same) || restorer.markers(one, given[at]).length > 0);
    const fits = isRead && !taken.has(same) && !shown.holders.has(same);
    return element ?? (fits ? take(same) : undefined);
  });
  const isKnown = known.some((element) => element && (shown.holders.has(element) || around.has(element)));
  return { origins, isKnown };
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

/**
 * Refuses a list that was written by hand, without markers, if it loses values that are not shown.
 *
 * @param old The elements that the list replaced.
 * @param present The messages that are still in the resource.
 * @throws A UsageError that names the list.
 */
export function refuseLoss(shown: ShownMessage, old: readonly object[], present: ReadonlySet<object>): void {
  for (const [holder, elements] of shown.holders) {
    const element = old.find((one) => elements.includes(one));
    if (!element || present.has(holder)) continue;
    const path = shown.parts.get(element)?.path.replace(/\.\d+\.$/, "") ?? "";
    const retained = shown.retained.find((one) => one.elements.includes(holder));
    const value = retained ? `a value that is not shown (${retained.path})` : "values of the server";
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${path} replaces elements that have ${value}, which the new list would lose. Read the resource (for apply, export it), and keep its [hidden N] and ${omittedKey} markers, or change single fields, such as ${path}.0.FIELD. On the command line, --replace replaces the list`,
    );
  }
}
