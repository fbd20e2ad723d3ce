import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isSecretField } from "../sdk/secret-field.js";
import type { Service } from "../sdk/service.js";
import { isJsonObject, isSameJson, type JsonObject } from "../text/json-object.js";
import { findField, withJsonNames } from "./message-fields.js";
import type { IsServerManaged } from "./server-managed.js";
import { isPlaceholder, omittedKey } from "./shown-marker.js";

/** Options of `isSameList`. */
export interface SameListOptions {
  readonly isServerManaged: IsServerManaged;
  /** Whether INPUT_ONLY values count, which no response contains. */
  readonly comparesInputOnly: boolean;
}

/** A list in a document, and the elements that are there. */
export interface ComparedLists {
  readonly given: readonly GuideJson[];
  readonly old: readonly object[];
}

/**
 * Whether a list of a document has the same writable values as the list of a resource. A marker of a secret counts as the
 * secret that is there.
 */
export function isSameList(
  service: Service,
  field: GuideField,
  { given, old }: ComparedLists,
  options: SameListOptions,
): boolean {
  const one = { ...field, isList: undefined };
  return (
    given.length === old.length &&
    given.every((json, at) => {
      const element = old[at];
      return element !== undefined && new Comparison(service, options).element(one, json, element);
    })
  );
}

class Comparison {
  readonly #service: Service;
  readonly #options: SameListOptions;

  constructor(service: Service, options: SameListOptions) {
    this.#service = service;
    this.#options = options;
  }

  element(field: GuideField, json: GuideJson, element: object): boolean {
    const form = { kind: "message", type: field.type ?? "" } as const;
    const raw = withJsonNames(this.#service, field, json);
    if (!isJsonObject(raw)) return false;
    let made: GuideJson;
    try {
      const message = this.#service.codec.fromJson(form.type, this.#withoutMarkers(form.type, raw));
      made = this.#service.codec.toJson(form, message, true);
    } catch {
      // The conversion that follows explains what is wrong.
      return false;
    }
    return this.#isSame(form.type, raw, made, this.#service.codec.toJson(form, element, true));
  }

  #isSame(type: string, raw: JsonObject, made: GuideJson, there: GuideJson): boolean {
    if (!isJsonObject(made) || !isJsonObject(there)) return false;
    return this.#service.message(type).fields.every((field) => {
      if (this.#options.isServerManaged(type, field)) return true;
      const name = this.#service.jsonName(field);
      const [given, own, other] = [raw[name], made[name], there[name]];
      if (field.behaviors?.includes("INPUT_ONLY") && other === undefined)
        return given === undefined || !this.#options.comparesInputOnly;
      if (isSecretField(field) && isPlaceholder(given)) return other !== undefined;
      if (!this.#service.isDescribed(field)) return isSameJson(own, other);
      return this.#isSameInside(field, given, own, other);
    });
  }

  #isSameInside(
    field: GuideField,
    raw: GuideJson | undefined,
    made: GuideJson | undefined,
    there: GuideJson | undefined,
  ): boolean {
    const { type = "" } = field;
    if (field.isList || field.mapKey !== undefined) {
      const all = [raw, made, there].map((one) => (typeof one === "object" && one !== null ? one : {}));
      const [given = {}, own = {}, other = {}] = all as readonly JsonObject[];
      const keys = Object.keys(own);
      return (
        keys.length === Object.keys(other).length &&
        keys.every(
          (key) =>
            isJsonObject(given[key]) && this.#isSame(type, given[key], own[key] ?? null, other[key] ?? null),
        )
      );
    }
    if (there === undefined) return made === undefined || this.#hasOnlyUncompared(type, raw);
    // The server may have added a message with values of its own.
    if (made === undefined)
      return Object.keys(there as object).length > 0 && this.#isSame(type, {}, {}, there);
    return isJsonObject(raw) && this.#isSame(type, raw, made, there);
  }

  /** Whether a message in a document contains only INPUT_ONLY values, so that no response contains it. */
  #hasOnlyUncompared(type: string, raw: GuideJson | undefined): boolean {
    return isJsonObject(raw) && Object.keys(raw).length > 0 && this.#isSame(type, raw, raw, {});
  }

  #withoutMarkers(type: string, json: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(json).flatMap(([name, value]): [string, GuideJson][] => {
        if (name === omittedKey) return [];
        const field = findField(this.#service, type, name);
        if (!field) return [[name, value]];
        if (isSecretField(field) && isPlaceholder(value)) return [];
        return [[name, this.#withoutMarkersInside(field, value)]];
      }),
    );
  }

  #withoutMarkersInside(field: GuideField, value: GuideJson): GuideJson {
    if (!this.#service.isDescribed(field) || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value))
      return (value as readonly GuideJson[]).map((one) => this.#withoutMarkersInside(field, one));
    if (field.mapKey === undefined) return this.#withoutMarkers(field.type ?? "", value as JsonObject);
    const one = { ...field, mapKey: undefined };
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#withoutMarkersInside(one, inner)]),
    );
  }
}
