import { fromBinary, fromJsonString, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { DescMessage, FileRegistry, Message } from "@bufbuild/protobuf";
import type { Engine } from "./engine.js";

/** The same messages in protobuf-es, by their descriptors. */
export function protobufEsEngine(registry: FileRegistry): Engine {
  const desc = (typeName: string): DescMessage => {
    const known = registry.getMessage(typeName);
    if (known) return known;
    throw new Error(`the descriptors have no ${typeName}`);
  };
  return {
    has: (typeName) => registry.getMessage(typeName) !== undefined,
    decode: (typeName, bytes) => fromBinary(desc(typeName), bytes),
    // Encoders get what the decoders above have made.
    encode: (typeName, message) => toBinary(desc(typeName), message as Message),
    parse: (typeName, text, ignoreUnknownFields) =>
      fromJsonString(desc(typeName), text, { ignoreUnknownFields, registry }),
    print: (typeName, message) => toJsonString(desc(typeName), message as Message, { registry }),
  };
}
