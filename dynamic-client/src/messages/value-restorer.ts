import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isSecretField } from "../sdk/secret-field.js";
import type { Service } from "../sdk/service.js";
import { isJsonObject, isSameJson } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import { findField, innerMessages, readField, withJsonNames } from "./message-fields.js";
import { type ComparedLists, isSameList } from "./same-list.js";
import { type Marker, markerLabel, readHidden, readOmitted } from "./shown-marker.js";
import type { RetainedValue, ShownMessage } from "./shown-message.js";

/** Finds the values that the markers in a document stand for. Each marker may occur once in a document. */
export class ValueRestorer {
  readonly #service: Service;
  readonly #shown: ShownMessage;
  /** The markers of the current document, and those of all documents. */
  #inDocument = new Set<RetainedValue>();
  readonly #used = new Set<RetainedValue>();

  readonly #sendsInputOnly: boolean;
  #isWhole = false;

  constructor(service: Service, shown: ShownMessage, sendsInputOnly = true) {
    this.#service = service;
    this.#shown = shown;
    this.#sendsInputOnly = sendsInputOnly;
  }

  /** Starts a document, in which each marker may occur again. */
  startDocument(isWhole: boolean): void {
    this.#inDocument = new Set();
    this.#isWhole = isWhole;
  }

  /** Whether the current document replaces an element unless it has the marker `$omitted` of that element. */
  needsMarker(element: object): boolean {
    const { retained } = this.#shown;
    return this.#isWhole && retained.some(({ hidden, elements }) => !hidden && elements.at(-1) === element);
  }

  /** Whether the current document has markers. */
  get hasMarkers(): boolean {
    return this.#inDocument.size > 0;
  }

  /** Whether a value of a document is what is there, as far as it can be compared. Its markers then stand for what is there. */
  isUnchanged(type: string, message: object, field: GuideField, json: GuideJson): boolean {
    if (this.#isShown(message, field, json)) return true;
    const value = readField(this.#service, type, message, field);
    if (!this.#sendsInputOnly && field.behaviors?.includes("INPUT_ONLY") && this.#shown.parts.has(message))
      return json !== null && value === undefined;
    if (!field.isList || !this.#service.isDescribed(field) || !Array.isArray(json)) return false;
    // Fresh markers tell elements apart that look the same.
    if (this.markers(field, json).some(({ marker }) => !this.#isStale(marker))) return false;
    const old = (value ?? []) as readonly object[];
    return this.isSameList(field, { given: json as readonly GuideJson[], old }, this.#sendsInputOnly);
  }

  /** Whether a list has the writable values of the list that is there. */
  isSameList(field: GuideField, lists: ComparedLists, comparesInputOnly: boolean): boolean {
    const { isServerManaged } = this.#shown;
    return isSameList(this.#service, field, lists, { isServerManaged, comparesInputOnly });
  }

  #isShown(message: object, field: GuideField, json: GuideJson): boolean {
    const shown = this.#shown.parts.get(message)?.json;
    const name = this.#service.jsonName(field);
    if (!shown || !Object.hasOwn(shown, name)) return false;
    if (!isSameJson(shown[name], withJsonNames(this.#service, field, json))) return false;
    for (const { marker } of this.markers(field, json)) this.use(marker);
    return true;
  }

  /** Returns the hidden value that a marker stands for. Undefined if the JSON is not a marker. @throws A UsageError */
  hiddenValue(type: string, field: GuideField, json: GuideJson): { readonly value: unknown } | undefined {
    // The elements of a list are restored one by one.
    if (Array.isArray(json)) return undefined;
    const [found] = this.markers({ ...field, isList: undefined, mapKey: undefined }, json);
    const isOpaque = field.kind === "message" && !this.#service.isDescribed(field);
    if (!found || (!isOpaque && !readHidden(json))) return undefined;
    const retained = this.use(found.marker);
    const { hidden } = retained;
    const label = markerLabel(found.marker);
    if (hidden?.type !== type || hidden.field.name !== field.name)
      throw new UsageError(
        "ARGUMENT_INVALID",
        `${label} stands for the value of ${retained.path}, and cannot be the value of another field; set ${field.name} to a separate value`,
      );
    if (isOpaque && !isSameJson(hidden.json, json))
      throw new UsageError(
        "ARGUMENT_INVALID",
        `${retained.path} contains ${label}, a value that was not shown, so it can be kept or replaced as a whole, but not changed`,
      );
    return { value: hidden.value };
  }

  /**
   * Records the use of a marker.
   *
   * @throws A UsageError if it occurs twice, stands for nothing, or its list has changed since it was shown.
   */
  use(marker: Marker): RetainedValue {
    const label = markerLabel(marker);
    const retained = this.#find(marker);
    if (!retained && this.#isStale(marker))
      throw new UsageError(
        "CONFLICT",
        `the value of ${label}, or the list that contains it, has changed on the server since it was read; read the resource again`,
        conflictExitCode,
      );
    if (!retained) {
      const hasDigests = this.#shown.retained.some((one) => one.marker.digest !== undefined);
      const form = hasDigests && marker.digest === undefined ? " (for apply, with export)" : "";
      throw new UsageError(
        "ARGUMENT_INVALID",
        `${label} stands for no value of the resource; read the resource again${form}, and keep the markers as they are`,
      );
    }
    if (this.#inDocument.has(retained))
      throw new UsageError(
        "ARGUMENT_CONFLICT",
        `${label} occurs twice; it stands for one value (${retained.path}). In a copy, set the value or remove the marker`,
      );
    this.#inDocument.add(retained);
    this.#used.add(retained);
    return retained;
  }

  /**
   * Returns the markers in the JSON of a field. `lists` counts the lists between the JSON and the marker. Markers of elements
   * come before hidden values, because they identify the element for certain.
   */
  markers(field: Form, json: GuideJson | undefined, lists = 0): readonly FoundMarker[] {
    const hidden = readHidden(json);
    if (hidden) return isSecretField(field) ? [{ marker: hidden, lists }] : [];
    if (typeof json !== "object" || json === null) return [];
    if (field.kind === "message" && !this.#service.isDescribed(field)) return opaqueMarker(json, lists);
    if (Array.isArray(json)) {
      const one = { ...field, isList: undefined };
      return (json as readonly GuideJson[]).flatMap((element) => this.markers(one, element, lists + 1));
    }
    const values = Object.entries(json as { readonly [name: string]: GuideJson });
    if (field.mapKey !== undefined) {
      const one = { ...field, mapKey: undefined };
      return values.flatMap(([, value]) => this.markers(one, value, lists));
    }
    if (!this.#service.isDescribed(field)) return [];
    const omitted = readOmitted(json);
    const inner = values.flatMap(([name, value]) => {
      const found = findField(this.#service, field.type ?? "", name);
      return found ? this.markers(found, value, lists) : [];
    });
    const near = (one: FoundMarker): number => one.lists;
    return [...(omitted ? [{ marker: omitted, lists }] : []), ...inner.toSorted((a, b) => near(a) - near(b))];
  }

  /**
   * Finds the element that an element of a document was, among those that no other one was. Its own markers are certain. Those of
   * inner lists may have been moved here from elsewhere. They count only if all of them were in one unmarked element of this
   * list with the same values beside its lists and messages.
   *
   * @param old The elements of the list.
   */
  markedElement(
    field: Form,
    json: GuideJson,
    { old, taken }: { readonly old: readonly object[]; readonly taken: ReadonlySet<object> },
  ): object | undefined {
    const one = { ...field, isList: undefined, mapKey: undefined };
    const around = new Set<object | undefined>();
    for (const { marker, lists } of this.markers(one, json)) {
      const element = this.#find(marker)?.elements.at(-1 - lists);
      if (lists === 0 && element && !taken.has(element)) return element;
      around.add(element);
    }
    const [element, ...others] = around;
    if (!element || others.length > 0 || taken.has(element)) return undefined;
    if (!old.includes(element) || this.#isMarked(element)) return undefined;
    const shown = this.#shown.parts.get(element)?.json;
    const given = withJsonNames(this.#service, one, json);
    return shown && isSameJson(ownValues(shown), ownValues(given)) ? element : undefined;
  }

  /** Whether an element has its own marker, which a document contains wherever the element is. */
  #isMarked(element: object): boolean {
    return this.#shown.retained.some(({ elements }) => elements.at(-1) === element);
  }

  /** Returns the values that are no longer in a message, and that no document has set. */
  removed(type: string, message: object): readonly RetainedValue[] {
    const present = this.present(type, message);
    return this.#shown.retained.filter((one) => {
      const { hidden, elements } = one;
      if (!hidden) return !present.has(elements.at(-1) ?? message);
      if (this.#used.has(one)) return false;
      if (!present.has(hidden.owner)) return true;
      const now = readField(this.#service, hidden.type, hidden.owner, hidden.field);
      return hidden.field.isList && Array.isArray(now) ? now.length === 0 : !isSet(now);
    });
  }

  /** Returns all messages in a message. */
  present(type: string, message: object): ReadonlySet<object> {
    const present = new Set<object>();
    this.#collect(type, message, present);
    return present;
  }

  #find({ kind, number, digest }: Marker): RetainedValue | undefined {
    return this.#shown.retained.find(
      ({ marker }) => marker.kind === kind && marker.number === number && marker.digest === digest,
    );
  }

  /** Whether a marker has the digest of a list that is no longer as it was. */
  #isStale({ digest }: Marker): boolean {
    return digest !== undefined && !this.#shown.retained.some(({ marker }) => marker.digest === digest);
  }

  #collect(type: string, message: object, present: Set<object>): void {
    if (present.has(message)) return;
    present.add(message);
    for (const field of this.#service.message(type).fields)
      for (const inner of innerMessages(this.#service, field, readField(this.#service, type, message, field)))
        this.#collect(field.type ?? "", inner, present);
  }
}

/** The values of a shown message that are neither messages nor lists, and its own markers. */
function ownValues(json: GuideJson): GuideJson {
  if (!isJsonObject(json)) return null;
  return Object.fromEntries(Object.entries(json).filter(([, value]) => typeof value !== "object"));
}

/** The exit code of a command after a conflict. */
const conflictExitCode = 5;

type Form = Pick<GuideField, "kind" | "type" | "isList" | "mapKey" | "isSecret">;

interface FoundMarker {
  readonly marker: Marker;
  readonly lists: number;
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return false;
  return !(value instanceof Uint8Array && value.length === 0);
}

/** Finds the marker in a value that the guide does not describe. All secrets in it have the same one. */
function opaqueMarker(json: GuideJson, lists: number): readonly FoundMarker[] {
  const marker = readHidden(json);
  if (marker) return [{ marker, lists }];
  if (Array.isArray(json))
    return (json as readonly GuideJson[]).flatMap((one) => opaqueMarker(one, lists)).slice(0, 1);
  if (!isJsonObject(json)) return [];
  return Object.values(json)
    .flatMap((one) => opaqueMarker(one, lists))
    .slice(0, 1);
}
