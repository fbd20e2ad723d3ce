/**
 * Proto3 JSON. `to-json.ts` and `from-json.ts` walk through a message by its table. `scalar-json.ts` and `special-form.ts` convert
 * single values and well-known types.
 *
 * @module
 */
import type { FillPlace } from "../table/fill-place.js";
import type { MessageError } from "../table/message-error.js";
import type { MessageTable } from "../table/table.js";
import type { AnyType, FindType } from "./any-types.js";
import type { JsonValue } from "../table/json-value.js";
import { NumberText } from "./number-text.js";

export type { JsonObject, JsonValue } from "../table/json-value.js";

/** Whether a value is an object of JSON. */
export function isJsonObject(value: unknown): value is { readonly [name: string]: unknown } {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
  );
}

/** Options of `toJson`. */
export interface ToJsonOptions {
  /**
   * Writes `[hidden]` instead of fields that the proto marks `sensitive`,
   * `credentials` or `debug_redact`, wherever they are, and of what an Any of an unknown type
   * holds. For logs; what is hidden cannot be read back. Default false.
   */
  readonly redact?: boolean;
  /**
   * More message types that an Any may hold, beside those of the modules that the program has loaded; a bundle has
   * those that the program uses. Without its type, an Any is `{ "@type", "value": base64 }`. Default none.
   */
  readonly anyTypes?: readonly AnyType[];
  /**
   * Writes values that proto3 JSON cannot represent in a form for people, instead of throwing. A field mask becomes its
   * paths as they are sent, a time or duration out of range its seconds and nanos, and NaN in a Value text. The bytes of an
   * Any that cannot be decoded become base64. `fromJson` may refuse or misread the result. Default false.
   */
  readonly forDisplay?: boolean;
}

/** Options of `fromJson`. */
export interface FromJsonOptions {
  /** Skips fields and names of enum values that the API does not have, instead of an error. Default false. */
  readonly ignoreUnknownFields?: boolean;
  /**
   * More message types that an Any may hold, beside those of the modules that the program has loaded; a bundle has
   * those that the program uses. Without its type, an Any is read from `{ "@type", "value": base64 }`; where messages have no
   * codecs, from any JSON. Default none.
   */
  readonly anyTypes?: readonly AnyType[];
}

/** How messages are read. */
export interface Reading {
  readonly place: FillPlace;
  readonly findType: FindType;
  /** Fields and names of enum values that the API does not have are skipped. */
  readonly skipsUnknown: boolean;
  /** Messages have no codecs, so that an Any keeps its JSON and not bytes. */
  readonly keepsJson: boolean;
  /** Reads a message inside a message. */
  readonly inside: (table: MessageTable, json: unknown, reading: Reading) => object;
  readonly depth: number;
  /** Takes errors, so that the rest is read too; undefined for a reader that ends with the first. */
  readonly errors?: MessageError[] | undefined;
}

/** How messages are written. */
export interface Writing {
  readonly place: FillPlace;
  readonly findType: FindType;
  /** Secrets are hidden. */
  readonly isRedacted: boolean;
  /** Values that JSON cannot represent have a form for people. */
  readonly isForDisplay: boolean;
  /** Writes a message inside a message. */
  readonly inside: (table: MessageTable, message: unknown, writing: Writing) => JsonValue;
  readonly depth: number;
}
