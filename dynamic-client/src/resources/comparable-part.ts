import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { findField, withJsonNames } from "../messages/message-fields.js";
import { isJsonObject, isSameJson, type JsonObject } from "../text/json-object.js";
import { withoutServerManaged } from "./create-request.js";
import type { ResourceKind } from "./resource-kind.js";

/** A field whose value in a document is not that of the server, and which no request can change. */
export interface ServerDifference {
  readonly path: string;
  readonly inDocument: GuideJson;
  /** Undefined if the server has no value. */
  readonly onServer: GuideJson | undefined;
}

/** The part of a document that can be compared with the server and sent to it. */
export interface ComparablePart {
  readonly json: JsonObject;
  readonly differences: readonly ServerDifference[];
  /** The INPUT_ONLY fields that were left out, or that have to be sent although nothing tells whether they differ. */
  readonly inputOnly: readonly InputOnlyValue[];
}

/** A value that no response contains. */
export interface InputOnlyValue {
  /** The JSON names of the fields that lead to it. */
  readonly path: readonly string[];
  readonly value: GuideJson;
}

/** Fields that change with every write, apart from the version. */
const times: ReadonlySet<string> = new Set(["updated_at", "update_time"]);

/**
 * Returns a document without what an update cannot compare or cannot write: fields that only the server writes, which are
 * compared with `now`, the version, and INPUT_ONLY fields, unless they are to be sent. New elements of lists and maps keep
 * their INPUT_ONLY fields.
 */
export function comparablePart(
  kind: ResourceKind,
  json: JsonObject,
  now: GuideJson,
  sendsInputOnly: boolean,
): ComparablePart {
  const reader = new PartReader(kind, sendsInputOnly);
  const part = reader.message(kind.type, json, now, []);
  return { json: part, differences: reader.differences, inputOnly: reader.inputOnly };
}

class PartReader {
  readonly differences: ServerDifference[] = [];
  readonly inputOnly: InputOnlyValue[] = [];
  readonly #kind: ResourceKind;
  readonly #sendsInputOnly: boolean;

  constructor(kind: ResourceKind, sendsInputOnly: boolean) {
    this.#kind = kind;
    this.#sendsInputOnly = sendsInputOnly;
  }

  message(type: string, json: JsonObject, now: GuideJson | undefined, path: readonly string[]): JsonObject {
    const { service } = this.#kind;
    const there = isJsonObject(now) ? now : {};
    return Object.fromEntries(
      Object.entries(json).flatMap(([name, value]): [string, GuideJson][] => {
        const field = findField(service, type, name);
        if (!field) return this.#isRequestField(type, name, value, path) ? [] : [[name, value]];
        const place = [...path, service.jsonName(field)];
        const onServer = there[service.jsonName(field)];
        if (this.#isVersion(type, field)) return [];
        if (this.#kind.isServerManaged(type, field)) {
          this.#compare(withJsonNames(service, field, value), onServer, place);
          return [];
        }
        // If a response contains the value, it can be compared like any other.
        if (field.behaviors?.includes("INPUT_ONLY") && onServer === undefined && value !== null) {
          this.inputOnly.push({ path: place, value });
          return this.#sendsInputOnly ? [[name, value]] : [];
        }
        const inner = this.#inside(field, value, onServer, place);
        return inner === undefined ? [] : [[name, inner]];
      }),
    );
  }

  /** Whether a name is a field of requests alone. The caller sends its value, because the resource has no place for it. */
  #isRequestField(type: string, name: string, value: GuideJson, path: readonly string[]): boolean {
    if (!this.#kind.requestFields(type).some((field) => field.name === name)) return false;
    this.inputOnly.push({ path: [...path, name], value });
    return true;
  }

  #inside(
    field: GuideField,
    value: GuideJson,
    now: GuideJson | undefined,
    path: readonly string[],
  ): GuideJson | undefined {
    const { service } = this.#kind;
    if (!service.isDescribed(field) || typeof value !== "object" || value === null) return value;
    const { type = "" } = field;
    if (Array.isArray(value))
      return (value as readonly GuideJson[]).map((one) =>
        isJsonObject(one) ? withoutServerManaged(this.#kind, type, one) : one,
      );
    if (field.mapKey !== undefined) {
      const there = isJsonObject(now) ? now : {};
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => {
          if (!isJsonObject(one)) return [key, one];
          const isNew = there[key] === undefined;
          return [
            key,
            isNew
              ? withoutServerManaged(this.#kind, type, one)
              : this.message(type, one, there[key], [...path, key]),
          ];
        }),
      );
    }
    const part = this.message(type, value as JsonObject, now, path);
    // A message that has only what was left out is not set for it.
    const isEmptied = Object.keys(part).length === 0 && Object.keys(value).length > 0;
    return isEmptied && now === undefined ? undefined : part;
  }

  /** Whether a field has the version of the resource, which a document does not decide. */
  #isVersion(type: string, { name }: GuideField): boolean {
    if (name === "etag") return type === this.#kind.type;
    const { service } = this.#kind;
    const metadata = service.message(this.#kind.type).fields.find((one) => one.name === "metadata")?.type;
    return (name === "resource_version" || times.has(name)) && (type === metadata || times.has(name));
  }

  /** Compares what a document has of a field that only the server writes. */
  #compare(inDocument: GuideJson, onServer: GuideJson | undefined, path: readonly string[]): void {
    if (inDocument === null || isSameJson(inDocument, onServer)) return;
    if (isJsonObject(inDocument) && isJsonObject(onServer))
      for (const [name, one] of Object.entries(inDocument))
        this.#compare(one, onServer[name], [...path, name]);
    else this.differences.push({ path: path.join("."), inDocument, onServer });
  }
}
