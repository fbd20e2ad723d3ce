import {
  create,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue,
  type Message,
  mergeFromBinary,
  type Registry,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { EmulatorError } from "../text/emulator-error.js";
import { explainError } from "../text/error-text.js";

/** The saved form of a message: proto3 JSON, and the bytes of what JSON does not hold, in base64. One of them is usually absent or empty. */
export interface SavedMessage {
  readonly json?: JsonValue | undefined;
  readonly base64: string;
}

/** Converts messages of an API to their saved form and back. */
export class MessageForm {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Saves a message as JSON if that reads back as equal bytes, and as bytes otherwise, for example if it has unknown fields. */
  save(message: Message): SavedMessage {
    const desc = this.type(message.$typeName);
    const bytes = toBinary(desc, message);
    const json = this.#exactJson(desc, message, bytes);
    return json === undefined ? { base64: Buffer.from(bytes).toString("base64") } : { json, base64: "" };
  }

  /** Saves an encoded message. */
  saveEncoded(typeName: string, base64: string): SavedMessage {
    const desc = this.type(typeName);
    const bytes = Buffer.from(base64, "base64");
    const json = this.#exactJson(desc, fromBinary(desc, bytes), bytes);
    return json === undefined ? { base64 } : { json, base64: "" };
  }

  /** @throws EmulatorError that names the invalid part */
  load(desc: DescMessage, { json, base64 }: SavedMessage): Message {
    let part = "json";
    try {
      const message = json === undefined ? create(desc) : fromJson(desc, json, { registry: this.#registry });
      part = "base64";
      return base64 === "" ? message : mergeFromBinary(desc, message, Buffer.from(base64, "base64"));
    } catch (error) {
      const text = `${part} is not an encoded ${desc.typeName}`;
      throw part === "base64"
        ? new EmulatorError("STATE_INVALID", text, { cause: error })
        : explainError("STATE_INVALID", text, error);
    }
  }

  /** Loads a message as its bytes in base64. */
  loadEncoded(desc: DescMessage, saved: SavedMessage): string {
    if (saved.json === undefined) return saved.base64;
    return Buffer.from(toBinary(desc, this.load(desc, saved))).toString("base64");
  }

  /** @throws EmulatorError if the API has no such message */
  type(typeName: string): DescMessage {
    const desc = this.#registry.getMessage(typeName);
    if (desc !== undefined) return desc;
    const text = `it contains a message of the type ${typeName}, which the API does not have`;
    throw new EmulatorError("STATE_INVALID", text);
  }

  #exactJson(desc: DescMessage, message: Message, bytes: Uint8Array): JsonValue | undefined {
    const registry = this.#registry;
    try {
      const json = toJson(desc, message, { registry });
      return Buffer.compare(toBinary(desc, fromJson(desc, json, { registry })), bytes) === 0
        ? json
        : undefined;
    } catch {
      // JSON has no form for some values, such as an Any of an unknown type.
      return undefined;
    }
  }
}
