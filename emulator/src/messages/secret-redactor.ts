import {
  clone,
  type DescMessage,
  fromBinary,
  type Message,
  type Registry,
  toBinary,
} from "@bufbuild/protobuf";
import type { JsonValue } from "@bufbuild/protobuf";
import { isReflectMessage, reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { type CustomOptions, findField, isSecretField } from "@stratus/convention";
import { toDisplayJson } from "./display-json.js";
import { errorText } from "../text/error-text.js";

/** Removes the values of secret fields from messages. */
export class SecretRedactor {
  readonly #registry: Registry;
  readonly #options: CustomOptions;
  readonly #encoded = new WeakMap<Message, Uint8Array>();

  constructor(registry: Registry, options: CustomOptions) {
    this.#registry = registry;
    this.#options = options;
  }

  /** Returns a copy of the message without secrets, also inside Any messages, and without unknown fields. */
  withoutSecrets(desc: DescMessage, message: Message): Message {
    const copy = clone(desc, message);
    this.#clear(reflect(desc, copy));
    return copy;
  }

  /** Converts the message to JSON for people, without secrets. */
  toJson(desc: DescMessage, message: Message): JsonValue {
    try {
      return toDisplayJson(reflect(desc, this.withoutSecrets(desc, message)), this.#registry);
    } catch (error) {
      return { unprintable: errorText(error) };
    }
  }

  /**
   * Encodes a received message without secrets. The log of calls and the operation of a call need the same bytes, so a
   * message must not change after its first encoding.
   */
  encode(desc: DescMessage, message: Message): Uint8Array {
    let bytes = this.#encoded.get(message);
    if (bytes === undefined) {
      bytes = toBinary(desc, this.withoutSecrets(desc, message));
      this.#encoded.set(message, bytes);
    }
    return bytes;
  }

  /** Prepares a message for a later `toJson`. Until then it is stored as bytes without secrets. */
  record(
    desc: DescMessage,
    message: Message,
  ): { readonly byteLength: number; readonly toJson: () => JsonValue } {
    try {
      const bytes = this.encode(desc, message);
      return { byteLength: bytes.length, toJson: () => this.toJson(desc, fromBinary(desc, bytes)) };
    } catch (error) {
      const unprintable = errorText(error);
      return { byteLength: unprintable.length, toJson: () => ({ unprintable }) };
    }
  }

  #clear(message: ReflectMessage): void {
    message.setUnknown([]);
    if (message.desc.typeName === "google.protobuf.Any") return this.#clearAny(message);
    for (const field of message.fields) {
      if (!message.isSet(field)) continue;
      if (isSecretField(field, this.#options)) message.clear(field);
      else if (field.fieldKind === "message") this.#clear(message.get(field));
      else if (field.fieldKind === "list") this.#clearAll(message.get(field));
      else if (field.fieldKind === "map") this.#clearAll(message.get(field).values());
    }
  }

  #clearAll(values: Iterable<unknown>): void {
    for (const value of values) if (isReflectMessage(value)) this.#clear(value);
  }

  #clearAny(any: ReflectMessage): void {
    const urlField = findField(any.desc, "type_url");
    const valueField = findField(any.desc, "value");
    if (urlField === undefined || valueField === undefined) return;
    const desc = this.#registry.getMessage(String(any.get(urlField)).replace(/^.*\//, ""));
    const bytes: unknown = any.get(valueField);
    if (desc === undefined || !(bytes instanceof Uint8Array)) return any.clear(valueField);
    const inner = this.withoutSecrets(desc, fromBinary(desc, bytes));
    any.set(valueField, toBinary(desc, inner));
  }
}
