import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FileRegistry } from "@bufbuild/protobuf";
import type { MessageType } from "@stratus/runtime/generated/calls-v1";
import { fromJsonText, toJson } from "@stratus/runtime/messages";
import type { Engine } from "./engine.js";

/** The messages that our plugin generated into a folder, compiled. */
export async function stratusEngine(folder: string, registry: FileRegistry): Promise<Engine> {
  const types = new Map<string, MessageType<unknown>>();
  for (const protoPackage of new Set([...registry.files].map((file) => file.proto.package))) {
    for (const type of await typesOf(folder, protoPackage)) types.set(type.typeName, type);
  }
  const type = (typeName: string): MessageType<unknown> => {
    const known = types.get(typeName);
    if (known) return known;
    throw new Error(`the generated code has no ${typeName}`);
  };
  const anyTypes = [...types.values()];
  return {
    has: (typeName) => types.has(typeName),
    decode: (typeName, bytes) => type(typeName).decode(bytes),
    encode: (typeName, message) => type(typeName).encode(message),
    parse: (typeName, text, ignoreUnknownFields) =>
      fromJsonText(type(typeName), text, { ignoreUnknownFields, anyTypes }),
    print: (typeName, message) => JSON.stringify(toJson(type(typeName), message, { anyTypes })),
  };
}

/** The message types of a proto package, as its entry point exports them. */
async function typesOf(folder: string, protoPackage: string): Promise<MessageType<unknown>[]> {
  const path = join(folder, ...protoPackage.split("."), "index.js");
  const entry = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  return Object.values(entry).filter(isType);
}

function isType(value: unknown): value is MessageType<unknown> {
  return typeof value === "object" && value !== null && "typeName" in value && "decode" in value;
}
