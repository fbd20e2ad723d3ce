import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isJsonObject } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import type { Change } from "./change.js";
import { findOrigins, refuseLoss } from "./element-origins.js";
import type { PathStep } from "./field-path.js";
import {
  fieldProperty,
  findField,
  makeMap,
  type MapEntries,
  mapEntries,
  oneofProperty,
  type Plain,
  readField,
  setProperty,
  withJsonNames,
  writeField,
} from "./message-fields.js";
import { requireOneMember } from "./oneof-conflict.js";
import { refusePlaceholders } from "./refuse-placeholders.js";
import type { Service } from "../sdk/service.js";
import { firstDifference, resourceVersion } from "./server-managed.js";
import { omittedKey, readOmitted } from "./shown-marker.js";
import type { RetainedValue, ShownMessage } from "./shown-message.js";
import { locateError, UnknownField } from "./unknown-field.js";
import { ValueRestorer } from "./value-restorer.js";

/**
 * Applies changes to messages of an SDK. JSON is merged into the message (RFC 7396): absent fields stay unchanged, `null`
 * clears a field, messages and maps are merged, and lists are replaced. Fields that are unknown to the guide are kept.
 *
 * With the shown form of the message, the JSON may be what a person was shown: what is unchanged is skipped, and markers
 * such as `[hidden 3]` are replaced by the values that they stand for.
 */
export class MessageEditor {
  readonly #part: Service;
  readonly #shown: ShownMessage | undefined;
  readonly #restorer: ValueRestorer | undefined;
  readonly #cleared: string[] = [];
  /** The elements of lists that the current change has replaced without markers. */
  #replaced: (readonly object[])[] = [];
  /** @param options `sendsInputOnly: false` leaves out INPUT_ONLY values of what is there, because they cannot be compared. */
  constructor(
    service: Service,
    shown?: ShownMessage,
    { sendsInputOnly = true }: { readonly sendsInputOnly?: boolean } = {},
  ) {
    this.#part = service;
    this.#shown = shown;
    this.#restorer = shown && new ValueRestorer(service, shown, sendsInputOnly);
  }

  /** The fields that a whole document has cleared by omitting them. */
  get cleared(): readonly string[] {
    return this.#cleared;
  }

  /** Returns the values that were not shown, and that the changes have removed from the message. */
  removed(type: string, message: object): readonly RetainedValue[] {
    return this.#restorer?.removed(type, message) ?? [];
  }

  /** Applies a change to a message. @throws A UsageError if a name is unknown or a value has the wrong type. */
  apply(type: string, message: object, { path, value, from, isWhole = false }: Change): void {
    this.#restorer?.startDocument(isWhole);
    this.#replaced = [];
    try {
      this.#message(type, message as Plain, path.steps, value, isWhole);
      // A document with markers or a version is one that was shown, in which a missing marker is a deleted element.
      const isShown = path.steps.length === 0 && resourceVersion(this.#part, type, value) !== undefined;
      if (!this.#shown || !this.#restorer || this.#replaced.length === 0) return;
      if (isWhole || isShown || this.#restorer.hasMarkers) return;
      const present = this.#restorer.present(type, message);
      for (const old of this.#replaced) refuseLoss(this.#shown, old, present);
    } catch (error) {
      throw from === undefined ? error : locateError(from, error, path.steps.at(-1));
    }
  }

  #message(
    type: string,
    message: Plain,
    [step, ...rest]: readonly PathStep[],
    value: GuideJson,
    isWhole = false,
  ): void {
    if (step) {
      if ("field" in step) this.#field(type, message, step.field, rest, value);
      return;
    }
    if (!isJsonObject(value))
      throw new UsageError(
        "ARGUMENT_INVALID",
        `expected an object with fields, got ${JSON.stringify(value).slice(0, 60)}`,
      );
    const { fields } = this.#part.message(type);
    const omitted = this.#restorer && readOmitted(value);
    if (omitted) this.#restorer?.use(omitted);
    const given = Object.entries(value).flatMap(([name, one]) => {
      if (omitted && name === omittedKey) return [];
      const field = findField(this.#part, type, name);
      if (!field)
        throw new UnknownField(
          name,
          fields.map((it) => it.name),
        );
      return [[field, one] as const];
    });
    if (isWhole) this.#clearOthers(type, message, new Set(given.map(([field]) => field)));
    for (const [field, one] of given) this.#field(type, message, field, [], one, isWhole);
  }

  /** Clears the fields that were shown and that a whole document omits. */
  #clearOthers(type: string, message: Plain, given: ReadonlySet<GuideField>): void {
    const part = this.#shown?.parts.get(message);
    for (const field of this.#part.message(type).fields) {
      if (!part || given.has(field) || !Object.hasOwn(part.json, this.#part.jsonName(field))) continue;
      if (this.#shown?.isServerManaged(type, field) || field.behaviors?.includes("IDENTIFIER")) continue;
      this.#clear(type, message, field);
      this.#cleared.push(`${part.path}${field.name}`);
    }
  }

  #field(
    type: string,
    message: Plain,
    field: GuideField,
    [step, ...rest]: readonly PathStep[],
    value: GuideJson,
    isWhole = false,
  ): void {
    if (!step) {
      if (this.#restorer?.isUnchanged(type, message, field, value)) return;
      this.#requireWritable(type, message, field, value);
      if (value === null) this.#clear(type, message, field);
      else if (isJsonObject(value) && field.mapKey !== undefined) {
        const keys = new Set(Object.keys(value));
        const old = isWhole
          ? mapEntries(readField(this.#part, type, message, field)).map(([key]) => String(key))
          : [];
        for (const key of old.filter((one) => !keys.has(one))) {
          this.#field(type, message, field, [{ key }], null);
          this.#cleared.push(`${this.#shown?.parts.get(message)?.path ?? ""}${field.name}.${key}`);
        }
        for (const [key, one] of Object.entries(value))
          this.#field(type, message, field, [{ key }], one, isWhole);
      } else if (isJsonObject(value) && this.#part.isStructure(field))
        this.#message(field.type ?? "", this.#child(type, message, field), [], value, isWhole);
      else this.#write(type, message, field, value);
    } else if ("index" in step) this.#index(type, message, field, step.index, rest, value);
    else if ("key" in step) this.#key(type, message, field, { key: step.key, rest, value, isWhole });
    else this.#message(field.type ?? "", this.#child(type, message, field), [step, ...rest], value);
  }

  /** Refuses another value in a field that only the server writes. */
  #requireWritable(type: string, message: Plain, field: GuideField, value: GuideJson): void {
    if (!this.#shown?.isServerManaged(type, field)) return;
    const part = this.#shown.parts.get(message);
    const now = part?.json[this.#part.jsonName(field)];
    if (value === null && now === undefined) return;
    const name = firstDifference(now, withJsonNames(this.#part, field, value));
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${part?.path ?? ""}${[field.name, ...name].join(".")} is written by the server alone, and has another value there; remove it from the input, or read the resource again`,
    );
  }

  #index(
    type: string,
    message: Plain,
    field: GuideField,
    index: number,
    rest: readonly PathStep[],
    value: GuideJson,
  ): void {
    const list = [...((readField(this.#part, type, message, field) as readonly unknown[] | undefined) ?? [])];
    if (index > list.length || (value === null && rest.length === 0 && index === list.length))
      throw new UsageError(
        "ARGUMENT_INVALID",
        `${field.name} has ${list.length} elements; index ${index} is out of range`,
      );
    if (value === null && rest.length === 0) list.splice(index, 1);
    else if (this.#part.isDescribed(field)) {
      list[index] ??= this.#part.codec.fromJson(field.type ?? "", {});
      this.#message(field.type ?? "", list[index] as Plain, rest, value);
    } else list[index] = (this.#convert(type, field, [value]) as readonly unknown[])[0];
    setProperty(message, this.#property(field), list);
  }

  #key(type: string, message: Plain, field: GuideField, { key, rest, value, isWhole }: KeyChange): void {
    const held = readField(this.#part, type, message, field);
    const known = mapEntries(held);
    const put = (like: unknown, entries: MapEntries): void =>
      setProperty(message, this.#property(field), makeMap(like, entries));
    if (value === null && rest.length === 0) {
      if (held !== undefined)
        put(
          held,
          known.filter(([name]) => String(name) !== key),
        );
      return;
    }
    const isDescribed = this.#part.isDescribed(field);
    // Keys of 64 bits have another form than their text, which the package knows.
    const made = this.#convert(type, field, Object.fromEntries([[key, isDescribed ? {} : value]]));
    const [fresh] = mapEntries(made);
    if (!fresh) return;
    const old = known.find(([name]) => String(name) === String(fresh[0]));
    if (isDescribed) this.#message(field.type ?? "", (old ?? fresh)[1] as Plain, rest, value, isWhole);
    put(made, old && isDescribed ? known : [...known.filter((one) => one !== old), fresh]);
  }

  /** Returns the message in a field, and sets it first if it is missing. */
  #child(type: string, message: Plain, field: GuideField): Plain {
    const known = readField(this.#part, type, message, field);
    if (typeof known === "object" && known !== null) return known as Plain;
    this.#write(type, message, field, {});
    return readField(this.#part, type, message, field) as Plain;
  }

  #write(type: string, message: Plain, field: GuideField, value: GuideJson): void {
    const hidden = this.#restorer?.hiddenValue(type, field, value);
    if (hidden) return writeField(this.#part, type, message, field, hidden.value);
    if (this.#shown && field.isList && field.kind === "message" && Array.isArray(value))
      return this.#list(type, message, field, value);
    const oneof = oneofProperty(this.#part, type, field);
    if (oneof === undefined)
      return setProperty(message, this.#property(field), this.#convert(type, field, value));
    refusePlaceholders(this.#part, field, value);
    const made = this.#part.codec.fromJson(type, Object.fromEntries([[field.name, value]])) as Plain;
    setProperty(message, oneof, made[oneof]);
  }

  /** Writes a list of messages. Elements of the old list are moved and changed, so that nothing in them is lost. */
  #list(type: string, message: Plain, field: GuideField, given: readonly GuideJson[]): void {
    const { type: inner = "" } = field;
    const [shown, restorer] = [this.#shown, this.#restorer];
    if (!shown || !restorer) return;
    const convert = (json: GuideJson): unknown =>
      (this.#convert(type, field, [json]) as readonly unknown[])[0];
    const old = (readField(this.#part, type, message, field) ?? []) as readonly object[];
    const isDescribed = this.#part.isDescribed(field);
    const isSame =
      isDescribed &&
      restorer.markers(field, given).length === 0 &&
      restorer.isSameList(field, { given, old }, false);
    const { origins, isKnown } =
      isSame || !isDescribed
        ? { origins: isSame ? old : [], isKnown: true }
        : findOrigins(this.#part, { shown, restorer }, { field, given, old });
    if (given.length > 0 && !isKnown) this.#replaced.push(old);
    const list = given.map((json, at) => {
      const hidden = restorer.hiddenValue(type, field, json);
      if (hidden) return hidden.value;
      const origin = origins[at];
      if (!isDescribed || (!origin && restorer.markers({ ...field, isList: undefined }, json).length === 0))
        return convert(json);
      requireOneMember(this.#part, inner, [{ path: { steps: [] }, value: json }]);
      const element = (origin ?? this.#part.codec.fromJson(inner, {})) as Plain;
      this.#message(inner, element, [], json, true);
      return element;
    });
    setProperty(message, this.#property(field), list);
  }

  #clear(type: string, message: Plain, field: GuideField): void {
    const property = oneofProperty(this.#part, type, field) ?? this.#property(field);
    if (this.#part.isRest) {
      delete message[property];
      return;
    }
    // Of a oneof another member may be set, which stays.
    if (
      oneofProperty(this.#part, type, field) !== undefined &&
      readField(this.#part, type, message, field) === undefined
    )
      return;
    setProperty(message, property, (this.#part.codec.fromJson(type, {}) as Plain)[property]);
  }

  /** Converts the JSON of a field to the value that the SDK uses. */
  #convert(type: string, field: GuideField, value: GuideJson): unknown {
    refusePlaceholders(this.#part, field, value);
    const made = this.#part.codec.fromJson(type, Object.fromEntries([[field.name, value]])) as Plain;
    return made[this.#property(field)];
  }

  #property(field: GuideField): string {
    return fieldProperty(this.#part, field);
  }
}

/** A change of the value under a key of a map. */
interface KeyChange {
  readonly key: string;
  readonly rest: readonly PathStep[];
  readonly value: GuideJson;
  readonly isWhole: boolean;
}
