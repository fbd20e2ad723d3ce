import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { isJsonObject } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import type { Change } from "./change.js";
import type { PathStep } from "./field-path.js";
import { requireOneMember } from "./oneof-conflict.js";
import { isSecretField, redactedText } from "../sdk/secret-field.js";
import type { Service } from "../sdk/service.js";
import { isWellKnown, wellKnownJson } from "../sdk/well-known.js";

type Plain = Record<string, unknown>;

/**
 * Applies changes to messages of an SDK. JSON is merged into the message (RFC 7396): absent fields stay unchanged, `null`
 * clears a field, messages and maps are merged, and lists are replaced. Fields that are unknown to the guide are kept.
 */
export class MessageEditor {
  readonly #part: Service;

  constructor(service: Service) {
    this.#part = service;
  }

  /** Applies a change to a message. @throws A UsageError if a name is unknown or a value has the wrong type. */
  apply(type: string, message: object, { path, value, from }: Change): void {
    try {
      this.#message(type, message as Plain, path.steps, value);
    } catch (error) {
      throw from === undefined ? error : locateError(from, error);
    }
  }

  #message(type: string, message: Plain, [step, ...rest]: readonly PathStep[], value: GuideJson): void {
    if (step) {
      if ("field" in step) this.#field(type, message, step.field, rest, value);
      return;
    }
    if (!isJsonObject(value))
      throw new UsageError(
        "ARGUMENT_INVALID",
        `expected an object with fields, got ${JSON.stringify(value)}`,
      );
    const { fields } = this.#part.message(type);
    for (const [name, one] of Object.entries(value)) {
      const field = fields.find(
        (it) => it.name === name || it.property === name || this.#part.jsonName(it) === name,
      );
      if (!field)
        throw new UnknownField(
          name,
          fields.map((it) => it.name),
        );
      this.#field(type, message, field, [], one);
    }
  }

  #field(
    type: string,
    message: Plain,
    field: GuideField,
    [step, ...rest]: readonly PathStep[],
    value: GuideJson,
  ): void {
    if (!step) {
      if (value === null) this.#clear(type, message, field);
      else if (isJsonObject(value) && field.mapKey !== undefined)
        for (const [key, one] of Object.entries(value)) this.#field(type, message, field, [{ key }], one);
      else if (isJsonObject(value) && this.#part.isStructure(field))
        this.#message(field.type ?? "", this.#child(type, message, field), [], value);
      else this.#write(type, message, field, value);
    } else if ("index" in step) this.#index(type, message, field, step.index, rest, value);
    else if ("key" in step) this.#key(type, message, field, step.key, rest, value);
    else this.#message(field.type ?? "", this.#child(type, message, field), [step, ...rest], value);
  }

  #index(
    type: string,
    message: Plain,
    field: GuideField,
    index: number,
    rest: readonly PathStep[],
    value: GuideJson,
  ): void {
    const list = [...((this.#read(type, message, field) as readonly unknown[] | undefined) ?? [])];
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

  #key(
    type: string,
    message: Plain,
    field: GuideField,
    key: string,
    rest: readonly PathStep[],
    value: GuideJson,
  ): void {
    const current = this.#read(type, message, field);
    const known = mapEntries(current);
    const put = (like: unknown, entries: MapEntries): void =>
      setProperty(message, this.#property(field), makeMap(like, entries));
    if (value === null && rest.length === 0) {
      if (current !== undefined)
        put(
          current,
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
    if (isDescribed) this.#message(field.type ?? "", (old ?? fresh)[1] as Plain, rest, value);
    put(made, old && isDescribed ? known : [...known.filter((one) => one !== old), fresh]);
  }

  /** Returns the message in a field, and sets it first if it is missing. */
  #child(type: string, message: Plain, field: GuideField): Plain {
    const known = this.#read(type, message, field);
    if (typeof known === "object" && known !== null) return known as Plain;
    this.#write(type, message, field, {});
    return this.#read(type, message, field) as Plain;
  }

  #read(type: string, message: Plain, field: GuideField): unknown {
    const oneof = this.#oneof(type, field);
    if (oneof === undefined) return message[this.#property(field)];
    const choice = message[oneof] as { readonly $case: string; readonly value: unknown } | undefined;
    return choice?.$case === field.property ? choice.value : undefined;
  }

  #write(type: string, message: Plain, field: GuideField, value: GuideJson): void {
    const oneof = this.#oneof(type, field);
    if (oneof === undefined)
      return setProperty(message, this.#property(field), this.#convert(type, field, value));
    const made = this.#part.codec.fromJson(type, Object.fromEntries([[field.name, value]])) as Plain;
    setProperty(message, oneof, made[oneof]);
  }

  #clear(type: string, message: Plain, field: GuideField): void {
    const property = this.#oneof(type, field) ?? this.#property(field);
    if (this.#part.isRest) {
      delete message[property];
      return;
    }
    // Of a oneof another member may be set, which stays.
    if (this.#oneof(type, field) !== undefined && this.#read(type, message, field) === undefined) return;
    setProperty(message, property, (this.#part.codec.fromJson(type, {}) as Plain)[property]);
  }

  /** Converts the JSON of a field to the value that the SDK uses. */
  #convert(type: string, field: GuideField, value: GuideJson): unknown {
    refuseRedacted(field, value);
    const made = this.#part.codec.fromJson(type, Object.fromEntries([[field.name, value]])) as Plain;
    return made[this.#property(field)];
  }

  #property(field: GuideField): string {
    return this.#part.isRest ? field.name : field.property;
  }

  /** Returns the property of the oneof that a field belongs to. */
  #oneof(type: string, field: GuideField): string | undefined {
    if (field.oneof === undefined || this.#part.isRest) return undefined;
    return this.#part.message(type).oneofs?.find(({ name }) => name === field.oneof)?.property;
  }
}

/** Creates a message from changes. @throws A UsageError if a name is unknown or a value has the wrong type. */
export async function makeMessage(
  service: Service,
  type: string,
  changes: readonly Change[],
): Promise<object> {
  const { codec } = service;
  await codec.load();
  requireOneMember(service, type, changes);
  if (isWellKnown(type)) return codec.fromJson(type, wellKnownJson(type, mergeValues(changes)));
  const message = codec.fromJson(type, {});
  const editor = new MessageEditor(service);
  for (const change of changes) editor.apply(type, message, change);
  return message;
}

/** Returns the fields that changes set, for types that have only one. */
function mergeValues(changes: readonly Change[]): { readonly [name: string]: GuideJson } {
  return Object.assign(
    {},
    ...changes.map(({ path: { steps }, value }) => {
      const [step] = steps;
      if (step) return "field" in step ? { [step.field.name]: value } : {};
      return isJsonObject(value) ? value : { value };
    }),
  ) as { readonly [name: string]: GuideJson };
}

/** The error for a field that the message does not have. */
export class UnknownField extends UsageError {
  /** The unknown name. */
  readonly field: string;
  /** The names of the fields of the message. */
  readonly known: readonly string[];
  /** The file or flag that contains the name. */
  readonly from: string | undefined;

  constructor(field: string, known: readonly string[], from?: string) {
    super(
      "NAME_UNKNOWN",
      `there is no field ${field}${from === undefined ? "" : ` in ${from}`}; there are ${known.join(", ")}`,
    );
    this.field = field;
    this.known = known;
    this.from = from;
  }
}

/** Adds the file or flag to an error. */
function locateError(from: string, error: unknown): unknown {
  if (error instanceof UnknownField) return new UnknownField(error.field, error.known, from);
  return error instanceof UsageError
    ? new UsageError(error.code, `${from}: ${error.message}`, error.exitCode)
    : error;
}

/** Refuses the placeholder of a redacted secret as a value. */
function refuseRedacted(field: GuideField, value: GuideJson): void {
  const all = isJsonObject(value) ? Object.values(value) : [value].flat();
  if (isSecretField(field) && all.includes(redactedText))
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${field.name}: ${redactedText} is a placeholder for a secret; leave the field out to keep the value, or set a new one`,
    );
}

type MapEntries = readonly (readonly [unknown, unknown])[];

/** Returns the entries of a map, which is a `Map` if its keys are not strings, and an object otherwise. */
function mapEntries(map: unknown): MapEntries {
  if (map instanceof Map) return [...map];
  return typeof map === "object" && map !== null ? Object.entries(map) : [];
}

/** Creates a map of the same kind as `like`. */
function makeMap(like: unknown, entries: MapEntries): unknown {
  return like instanceof Map ? new Map(entries) : Object.fromEntries(entries as [string, unknown][]);
}

/** Sets a property, even if its name is `__proto__`. */
function setProperty(target: Plain, name: string, value: unknown): void {
  if (Object.hasOwn(target, name)) target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
