import {
  type DescEnum,
  type DescField,
  type DescMessage,
  fromJson,
  type JsonObject,
  type JsonValue,
  type Message,
  type Registry,
} from "@bufbuild/protobuf";
import { type CustomOptions, findField, isSecretField } from "@stratus/convention";
import { nearestName } from "@stratus/convention/name";
import { errorText } from "../text/error-text.js";
import { findEnumValue, shortName } from "./enum-value.js";

/** The place of a value in JSON: names of members and indexes of elements. */
export type JsonPath = readonly (string | number)[];

/** The API whose messages are read. */
interface KnownApi {
  readonly registry: Registry;
  readonly options: CustomOptions;
}

/** A part of some JSON: the path as it was written, and with the proto names of fields. */
interface Place {
  readonly path: JsonPath;
  readonly name: string;
}

/** Says which part of some JSON a message cannot have. Its message is a sentence that begins with the name of the part. */
export class JsonFault extends Error {
  readonly path: JsonPath;

  constructor({ path, name }: Place, reason: string) {
    super(`${name || "it"} ${reason}`);
    this.path = path;
  }
}

/**
 * Reads proto3 JSON that a person wrote. Enum values may have their short names, as tables and filters show them.
 *
 * @param name the name of the message in errors; empty for none
 * @throws JsonFault that names the first part that the message cannot have. It shows no values of secret fields
 */
export function readProtoJson(api: KnownApi, desc: DescMessage, json: JsonValue, name = ""): Message {
  return new JsonReader(api).read(desc, json, { path: [], name });
}

function inside({ path, name }: Place, key: string | number, shown = key): Place {
  return { path: [...path, key], name: name === "" ? String(shown) : `${name}.${shown}` };
}

class JsonReader {
  readonly #api: KnownApi;

  constructor(api: KnownApi) {
    this.#api = api;
  }

  read(desc: DescMessage, json: JsonValue, place: Place): Message {
    const complete = this.#message(desc, json, place);
    return this.#attempt(place, () => fromJson(desc, complete, { registry: this.#api.registry }));
  }

  /** Returns the JSON with the full names of enum values. */
  #message(desc: DescMessage, json: JsonValue, place: Place): JsonValue {
    if (desc.typeName.startsWith("google.protobuf.")) {
      this.#attempt(place, () => fromJson(desc, json, { registry: this.#api.registry }));
      return json;
    }
    if (!isObject(json)) throw new JsonFault(place, `must be an object of the type ${desc.typeName}`);
    const entries = Object.entries(json).map(([name, value]) => {
      const field = desc.fields.find((one) => one.jsonName === name) ?? findField(desc, name);
      if (field !== undefined)
        return [name, this.#field(field, value, inside(place, name, field.name))] as const;
      if (name.startsWith("[")) return [name, value] as const;
      throw new JsonFault(inside(place, name), unknownField(desc, name));
    });
    return Object.fromEntries(entries);
  }

  #field(field: DescField, json: JsonValue, place: Place): JsonValue {
    if (json === null) return json;
    if (field.fieldKind === "list") {
      if (!Array.isArray(json)) throw new JsonFault(place, "must be a list");
      return json.map((one, index) => this.#single(field, one, inside(place, index)));
    }
    if (field.fieldKind === "map") {
      if (!isObject(json)) throw new JsonFault(place, "must be an object");
      const entries = Object.entries(json);
      return Object.fromEntries(
        entries.map(([key, one]) => [key, this.#single(field, one, inside(place, key), key)]),
      );
    }
    return this.#single(field, json, place);
  }

  /** @param key the key of a value in a map */
  #single(field: DescField, json: JsonValue, place: Place, key?: string): JsonValue {
    if (field.message !== undefined) return this.#message(field.message, json, place);
    const value = field.enum === undefined ? json : enumName(field.enum, json, place);
    const whole = key !== undefined ? { [key]: value } : field.fieldKind === "list" ? [value] : value;
    this.#attempt(
      place,
      () => fromJson(field.parent, { [field.jsonName]: whole }),
      isSecretField(field, this.#api.options) ? "it is a secret of another type" : undefined,
    );
    return value;
  }

  /** @param reason replaces the words of the library, which may show the value */
  #attempt<Result>(place: Place, read: () => Result, reason?: string): Result {
    try {
      return read();
    } catch (error) {
      const text = errorText(error).replace(
        /^cannot decode .*? from JSON: (?:list item #\d+: |map entry "[^"]*": )?/s,
        "",
      );
      throw new JsonFault(place, `cannot have this value: ${reason ?? text}`);
    }
  }
}

function enumName(type: DescEnum, json: JsonValue, place: Place): JsonValue {
  if (typeof json !== "string") return json;
  const found = findEnumValue(type, json);
  if (found !== undefined) return found.name;
  const names = type.values.map((value) => shortName(type, value));
  const nearest = nearestName(json.toUpperCase(), names);
  const hint = nearest === undefined ? `the values are ${names.join(", ")}` : `did you mean ${nearest}?`;
  throw new JsonFault(place, `has no value ${JSON.stringify(json)}; ${hint}`);
}

function unknownField({ typeName, fields }: DescMessage, name: string): string {
  const names = fields.map(({ jsonName }) => jsonName);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `it has ${names.join(", ") || "none"}` : `did you mean ${nearest}?`;
  return `is not a field of ${typeName}; ${hint}`;
}

function isObject(json: JsonValue): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
