import { createHash } from "node:crypto";
import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { isSecretField, redactedText } from "../sdk/secret-field.js";
import type { Service } from "../sdk/service.js";
import { isJsonObject } from "../text/json-object.js";
import { innerMessages, mapEntries, readField } from "./message-fields.js";
import { omitsValues } from "./omitted-values.js";
import { type IsServerManaged, resourceVersion, serverManagedFields } from "./server-managed.js";
import { type Marker, markerText, omittedKey } from "./shown-marker.js";

/** A value of a message that its shown form does not contain. */
export interface RetainedValue {
  readonly marker: Marker;
  /** Its place, with the proto names of fields: `spec.keys.1.value`. */
  readonly path: string;
  /** The list elements that contain it, the outermost first. */
  readonly elements: readonly object[];
  /** The field of a hidden value, and the message that contains it. Undefined for an element that omits values. */
  readonly hidden?: {
    readonly owner: object;
    readonly type: string;
    readonly field: GuideField;
    /** The value as the SDK represents it. */
    readonly value: unknown;
    /** The shown form of the value. */
    readonly json: GuideJson;
  };
}

/** The shown form of a message inside a shown message. */
export interface ShownPart {
  readonly path: string;
  readonly json: { readonly [name: string]: GuideJson };
}

/** A message as people and models may see it and send it back, and the values that it does not contain. */
export interface ShownMessage {
  readonly json: GuideJson;
  readonly retained: readonly RetainedValue[];
  /** The shown forms of all messages inside, by the objects of the message that was shown. */
  readonly parts: ReadonlyMap<object, ShownPart>;
  /**
   * The list elements that a list written by hand cannot give back, because they hide or omit values, or have values of the
   * server; each with the elements around it, and itself as the last.
   */
  readonly holders: ReadonlyMap<object, readonly object[]>;
  readonly isServerManaged: IsServerManaged;
}

/** Options of `hide`. */
export interface HideOptions {
  readonly isServerManaged: IsServerManaged;
  /** Whether to leave out identifiers and the fields that only the server writes. */
  readonly omitServerManaged?: boolean | undefined;
  /** Whether secrets are shown. */
  readonly showSecrets?: boolean | undefined;
  /**
   * Whether markers carry a digest, so that a list that has changed is noticed without a version. It covers the path of the
   * outermost list and all that is shown of the list, apart from the values of the server. Outside lists, it covers the path.
   * Markers with digests are numbered within their list, so that other lists may change.
   */
  readonly hasDigests?: boolean | undefined;
}

/**
 * Returns the shown form of a message. A secret is the marker `[hidden N]`. A list element that omits any other value, such
 * as a field that the SDK does not know, has the member `$omitted: N`. `MessageEditor` puts the values back.
 */
export function hide(service: Service, type: string, message: object, options: HideOptions): ShownMessage {
  const json = service.codec.toJson({ kind: "message", type }, message, options.showSecrets);
  return new Hiding(service, options).run(type, message, json);
}

/**
 * Returns the shown form of the resource of an Update. Without a version, its markers carry digests, because nothing else
 * would tell that a list has changed.
 */
export function hideResource(
  service: Service,
  update: GuideMethod,
  resource: object,
  options: Pick<HideOptions, "omitServerManaged" | "showSecrets"> = {},
): ShownMessage {
  const type = service.inputType(update);
  const json = service.codec.toJson({ kind: "message", type }, resource, options.showSecrets);
  const hasDigests = resourceVersion(service, type, json) === undefined;
  const isServerManaged = serverManagedFields(service, update);
  return new Hiding(service, { ...options, isServerManaged, hasDigests }).run(type, resource, json);
}

/** A place in a message. */
interface Place {
  readonly path: string;
  readonly elements: readonly object[];
  /** The digest of the outermost list. */
  readonly digest?: string | undefined;
}

class Hiding {
  readonly #service: Service;
  readonly #options: HideOptions;
  readonly #retained: RetainedValue[] = [];
  readonly #parts = new Map<object, ShownPart>();
  readonly #holders = new Map<object, readonly object[]>();
  /** The numbers of markers so far, by their kind and digest. */
  readonly #counts = new Map<string, number>();

  constructor(service: Service, options: HideOptions) {
    this.#service = service;
    this.#options = options;
  }

  run(type: string, message: object, json: GuideJson): ShownMessage {
    const shown = isJsonObject(json) ? this.#message(type, message, json, { path: "", elements: [] }) : json;
    const { isServerManaged } = this.#options;
    return {
      json: shown,
      retained: this.#retained,
      parts: this.#parts,
      holders: this.#holders,
      isServerManaged,
    };
  }

  #message(type: string, message: object, json: ShownPart["json"], place: Place): ShownPart["json"] {
    const { fields } = this.#service.message(type);
    const entries = Object.entries(json).flatMap(([name, one]): [string, GuideJson][] => {
      const field = fields.find((it) => this.#service.jsonName(it) === name);
      if (!field) return [[name, one]];
      const isServers = this.#options.isServerManaged(type, field);
      if (isServers) this.#hold(place);
      if (this.#options.omitServerManaged && (isServers || isOuterIdentifier(field, place))) return [];
      return [
        [name, this.#field(type, message, field, one, { ...place, path: `${place.path}${field.name}` })],
      ];
    });
    const shown = Object.fromEntries(entries);
    this.#parts.set(message, { path: place.path, json: shown });
    return shown;
  }

  #field(type: string, message: object, field: GuideField, json: GuideJson, place: Place): GuideJson {
    const value = readField(this.#service, type, message, field);
    const given = { owner: message, type, field, value, json };
    if (json === redactedText && isSecretField(field)) return this.#hideValue(given, place);
    const [only] = innerMessages(this.#service, field, value);
    if (field.isList && Array.isArray(json)) {
      const digest = place.digest ?? this.#digest(place.path, field, json);
      return (json as readonly GuideJson[]).map((one, index) => {
        const element = (value as readonly unknown[])[index];
        const inner = { ...place, digest, path: `${place.path}.${index}` };
        if (this.#service.isDescribed(field)) return this.#element(field, element as object, one, inner);
        return this.#opaque({ ...given, value: element, json: one }, inner);
      });
    }
    if (field.mapKey !== undefined && isJsonObject(json) && only) {
      const values = new Map(mapEntries(value).map(([key, one]) => [String(key), one as object]));
      return Object.fromEntries(
        Object.entries(json).map(([key, one]) => {
          const inner = values.get(key);
          const at = { ...place, path: `${place.path}.${key}.` };
          return [key, inner && isJsonObject(one) ? this.#message(field.type ?? "", inner, one, at) : one];
        }),
      );
    }
    if (only && isJsonObject(json))
      return this.#message(field.type ?? "", only, json, { ...place, path: `${place.path}.` });
    return this.#opaque(given, place);
  }

  #element(field: GuideField, element: object, json: GuideJson, place: Place): GuideJson {
    if (!isJsonObject(json)) return json;
    const { type = "" } = field;
    const elements = [...place.elements, element];
    const shown = this.#message(type, element, json, { ...place, elements, path: `${place.path}.` });
    if (!omitsValues(this.#service, type, element, { json, shown })) return shown;
    const marker = this.#newMarker("omitted", place);
    this.#retained.push({ marker, path: place.path, elements });
    this.#hold({ ...place, elements });
    return { ...shown, [omittedKey]: markerText(marker) };
  }

  #hideValue(hidden: NonNullable<RetainedValue["hidden"]>, place: Place): GuideJson {
    const marker = this.#newMarker("hidden", place);
    const json = markerText(marker);
    this.#retained.push({ marker, path: place.path, elements: place.elements, hidden: { ...hidden, json } });
    this.#hold(place);
    return json;
  }

  /** A value that the guide does not describe, such as an Any. Secrets inside it stand for all of it. */
  #opaque(given: NonNullable<RetainedValue["hidden"]>, place: Place): GuideJson {
    if (given.field.kind !== "message" || !JSON.stringify(given.json).includes(`"${redactedText}"`))
      return given.json;
    const marker = this.#newMarker("hidden", place);
    const json = replaceRedacted(given.json, markerText(marker));
    this.#retained.push({ marker, path: place.path, elements: place.elements, hidden: { ...given, json } });
    this.#hold(place);
    return json;
  }

  #hold({ elements }: Place): void {
    const element = elements.at(-1);
    if (element) this.#holders.set(element, elements);
  }

  #newMarker(kind: Marker["kind"], { path, digest: ofList }: Place): Marker {
    const digest = this.#options.hasDigests ? (ofList ?? digestOf(path)) : undefined;
    const key = `${kind} ${digest ?? ""}`;
    const number = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, number);
    return { kind, number, digest };
  }

  #digest(path: string, field: GuideField, json: GuideJson): string {
    return digestOf(JSON.stringify([path, this.#withoutServerManaged(field, json)]));
  }

  #withoutServerManaged(field: GuideField, json: GuideJson): GuideJson {
    if (!this.#service.isDescribed(field) || typeof json !== "object" || json === null) return json;
    const { type = "", mapKey } = field;
    if (Array.isArray(json)) {
      const one = { ...field, isList: undefined };
      return (json as readonly GuideJson[]).map((element) => this.#withoutServerManaged(one, element));
    }
    const { fields } = this.#service.message(type);
    const entries = Object.entries(json as ShownPart["json"]).flatMap(
      ([name, one]): [string, GuideJson][] => {
        if (mapKey !== undefined)
          return [[name, this.#withoutServerManaged({ ...field, mapKey: undefined }, one)]];
        const inner = fields.find((it) => this.#service.jsonName(it) === name);
        if (inner && this.#options.isServerManaged(type, inner)) return [];
        return [[name, inner ? this.#withoutServerManaged(inner, one) : one]];
      },
    );
    return Object.fromEntries(entries);
  }
}

/** Whether a field identifies the resource. In list elements, identifiers distinguish the elements. */
function isOuterIdentifier({ behaviors }: GuideField, { elements }: Place): boolean {
  return elements.length === 0 && behaviors?.includes("IDENTIFIER") === true;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

function replaceRedacted(json: GuideJson, marker: GuideJson): GuideJson {
  if (json === redactedText) return marker;
  if (Array.isArray(json)) return (json as readonly GuideJson[]).map((one) => replaceRedacted(one, marker));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, one]) => [name, replaceRedacted(one, marker)]));
}
